/** Returns whether the page is shown in dark colours: by `data-theme` on `<html>`, or else by the system's choice. */
export function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}
