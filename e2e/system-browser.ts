import { existsSync } from 'node:fs'

/** The browser that the system has, if any: best Debian's without windows, which needs a sixth less time. */
export const systemBrowser = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync)
