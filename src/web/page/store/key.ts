// The key that every request carries. The link that `galley web` prints has it in its fragment, which no server and no
// log sees; it is kept for this origin and taken out of the address bar at once.

const NAME = "galley-key";

type Place = { readonly pathname: string; readonly search: string; readonly hash: string };
type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The key, from the address or from before; null: this browser has none. `replace` sets the address. */
export function takeKey(place: Place, shelf: Shelf, replace: (address: string) => void): string | null {
  const given = new URLSearchParams(place.hash.slice(1)).get("key");
  if (given === null || given === "") return shelf.getItem(NAME);
  shelf.setItem(NAME, given);
  replace(`${place.pathname}#/`);
  return given;
}
