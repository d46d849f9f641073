/** Whether a file is a test, a helper of tests, or walks the charts' paths. */
export function isTestCode(path: string): boolean {
  return /\.test\.tsx?$|(^|\/)testing|^machines\/paths\//.test(path)
}
