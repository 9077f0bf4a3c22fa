// The first code of the page: puts the application into the document.

import { render } from "preact";

function App() {
  return <main>Galley</main>;
}

const place = document.querySelector("#app");
if (place !== null) render(<App />, place);
