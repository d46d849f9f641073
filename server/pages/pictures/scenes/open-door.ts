/** The sign of the Open Door Shelter: a door ajar with light behind it. Square. */
export function openDoor(): string {
  return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="400" height="400" role="img"><title>Open Door Shelter</title><rect width="200" height="200" rx="44" fill="#153b50"/><path fill="#ffd166" d="M62 40h76v120H62z"/><path fill="#fff3c4" d="M62 160h76l34 24H28z" opacity=".85"/><path fill="#f4845f" d="M62 40l50 18v122l-50-20z"/><circle cx="102" cy="116" r="5" fill="#153b50"/><path d="M54 160V36a6 6 0 0 1 6-6h80a6 6 0 0 1 6 6v124" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round"/></svg>'
}
