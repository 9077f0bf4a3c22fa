export { ReviewScreen } from "./review-screen.tsx";
export type { ReviewScreenProps } from "./review-screen.tsx";
