import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import encodeQR from 'qr'
import { expect, test as base } from '#e2e/test.ts'

/** What the cameras of this file's browser see; written before a page opens its camera. */
const film = join(tmpdir(), `foyer-camera-${process.pid}.y4m`)

const test = base.extend({
  launchOptions: async ({ launchOptions }, use) => {
    const camera = [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ]
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] })
  },
})

const answer = (page: Page) => page.getByRole('status')

async function typeCode(page: Page, code: string) {
  await page.getByLabel('Or type the code').fill(code)
  await page.getByRole('button', { name: 'Check' }).click()
}

test('admits a code once, at two scanners, after a lost reply and without a connection', async ({
  page,
  browser,
  arrange,
  expectComplaint,
}) => {
  await arrange({ shape: 'paid', state: 'order_completed' })
  const reply = await page.request.post('/sandbox/door', {
    data: { event_date_id: 'late-film-club-tuesday' },
  })
  const { link, codes } = (await reply.json()) as { link: string; codes: [string, string] }
  const [scanned, typed] = codes
  writeFileSync(film, filmOf(scanned))

  await test.step('reads the QR code that the camera sees', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(link)
    await expect(answer(page)).toContainText('Valid')
    await expect(answer(page)).toContainText('Any seat')
    await expect(answer(page)).toContainText('Ada Lovelace')
    await expect(page.getByText('1 in')).toBeVisible()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  })

  const other = await (await browser.newContext()).newPage()
  await test.step('tells a second scanner when it was used', async () => {
    await other.goto(link)
    await expect(answer(other)).toContainText('Already used')
    await expect(answer(other)).toContainText(/\d+:\d\d[ap]m, (just now|1 minute ago)/)
  })

  await test.step('admits a typed code if its reply is lost on the way', async () => {
    await other.route('**/check/', async (route) => void (await route.fetch(), await route.abort()), {
      times: 1,
    })
    await typeCode(other, typed.toLowerCase().replaceAll('-', ' '))
    await expect(answer(other)).toContainText('Valid')
    await expect(other.getByText('2 in')).toBeVisible()
    await expect(page.getByText('2 in')).toBeVisible({ timeout: 15_000 })
  })

  await test.step('takes the last admission back', async () => {
    await other.getByRole('button', { name: 'Undo: Any seat, Ada Lovelace' }).click()
    await expect(answer(other)).toContainText('Admission undone')
    await expect(other.getByText('1 in')).toBeVisible()
  })

  await test.step('admits nobody without a connection, and says so until it is back', async () => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(true)
    await typeCode(page, typed)
    await expect(answer(page)).toContainText('Not checked')
    await expect(page.getByRole('alert')).toHaveText('No connection: admit nobody')
    await page.context().setOffline(false)
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(page.getByText('1 in')).toBeVisible()
  })

  await test.step('keeps a code that is typed while another is checked', async () => {
    const { promise: checked, resolve: check } = Promise.withResolvers<void>()
    await other.route('**/check/', async (route) => void (await checked, await route.continue()), {
      times: 1,
    })
    await typeCode(other, scanned)
    await typeCode(other, 'ZZZZ-ZZZZ-ZZZZ-ZZZZ')
    check()
    await expect(answer(other)).toContainText('Already used')
    await expect(other.getByLabel('Or type the code')).toHaveValue('ZZZZ-ZZZZ-ZZZZ-ZZZZ')
  })

  await test.step('asks for the code where there is no camera', async () => {
    const blind = await page.context().newPage()
    await blind.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))
    })
    await blind.goto(link)
    await expect(answer(blind)).toHaveText(/Ready\s*Type the code/)
    await blind.close()
  })

  await test.step('admits one of two scanners that check a code at the same moment', async () => {
    await Promise.all([typeCode(page, typed), typeCode(other, typed)])
    const titles = () =>
      Promise.all([page, other].map((each) => each.locator('[data-part="title"]').textContent()))
    await expect.poll(async () => (await titles()).sort()).toEqual(['Already used', 'Valid'])
  })
})

/** A film of a second that shows a QR code, for the browser's simulated camera. */
function filmOf(text: string): Buffer {
  const [width, height, scale] = [640, 480, 12]
  const modules = encodeQR(text, 'raw', { border: 4 })
  const [left, top] = [width, height].map((length) => (length - modules.length * scale) >> 1) as [
    number,
    number,
  ]
  const light = Buffer.alloc(width * height, 235)
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => {
      for (let line = 0; isDark && line < scale; line++) {
        const start = (top + y * scale + line) * width + left + x * scale
        light.fill(16, start, start + scale)
      }
    }),
  )
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)])
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  return Buffer.concat([header, ...Array<Buffer>(10).fill(frame)])
}
