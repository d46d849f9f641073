import { execSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { systemBrowser } from './system-browser.ts'

/** Installs a browser if there is none, and builds the page. */
export default function globalSetup() {
  // Uses the last build, to save time while writing tests.
  if (process.env.E2E_BUILT) return
  if (!systemBrowser && !existsSync(chromium.executablePath())) installBrowser()
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
