import { execSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { systemBrowser } from './system-browser.ts'

/** Installs a browser if there is none, and builds the page unless `E2E_BUILT` is set. */
export default function globalSetup() {
  if (!systemBrowser && !existsSync(chromium.executablePath())) installBrowser()
  // The last build is the one to test.
  if (process.env.E2E_BUILT) return
  execSync('npm run --silent build -- --logLevel warn', { stdio: 'inherit' })
}

function installBrowser() {
  try {
    execSync('npx playwright install chromium', { stdio: 'inherit' })
  } catch {
    throw new Error(
      'The browser tests need Chromium: `npx playwright install --with-deps chromium`, or on Debian `apt-get install chromium-headless-shell`.',
    )
  }
}
