import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** Debian's browser where there is one; else Playwright's own (`npx playwright install chromium`). */
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list'], ['./e2e/next-steps-reporter.ts']],
  globalSetup: './e2e/global-setup.ts',
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A trace with screenshots now and then stops the drawing of a page that axe has worked beside.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
})
