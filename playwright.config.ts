import { defineConfig } from '@playwright/test'
import { systemBrowser } from './e2e/system-browser.ts'

const isRoot = process.getuid?.() === 0

const steadyDrawing = [
  '--disable-partial-raster',
  '--disable-skia-runtime-opts',
  '--disable-lcd-text',
  '--num-raster-threads=1',
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // A test waits for its page for almost half of its time.
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  snapshotPathTemplate: '{testDir}/{testFileDir}/transcripts/{arg}{ext}',
  reporter: [
    ['list'],
    ['html', { outputFolder: 'playwright-report', open: 'never' }],
    ['./e2e/next-steps-reporter.ts'],
    ['./e2e/evidence/evidence-reporter.ts'],
    ['./e2e/any-shop/walks-reporter.ts'],
  ],
  globalSetup: './e2e/global-setup.ts',
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Drawing animations takes a tenth of the time; the journey on a phone has them.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace with screenshots now and then stops the drawing of a page that axe has worked beside; copies of the page take a tenth of the
    // time, and a failure tells what the page said.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: {
      ...(systemBrowser && { executablePath: systemBrowser }),
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...(isRoot ? ['--no-sandbox'] : []),
        // Otherwise a screen has other pixels at round corners in every run
        ...(process.env.E2E_GALLERY ? steadyDrawing : []),
      ],
    },
  },
})
