import type { Page } from '@playwright/test'

/** Whether a page is shown in the dark colours of its device. */
export const isDark = (page: Page): Promise<boolean> =>
  page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
