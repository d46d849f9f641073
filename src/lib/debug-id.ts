/**
 * Returns the id that joins a built script and its source map, undefined for other files. It is made from the name, which
 * contains the hash of the contents, so that no script has to carry it.
 */
export function debugIdOf(file: string): string | undefined {
  const name = /\/assets\/([\w-]{1,16})\.js$/.exec(file)?.[1]
  if (!name) return undefined
  const digits = Array.from(name, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0'))
  return digits
    .join('')
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
