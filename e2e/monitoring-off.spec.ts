import { readFileSync } from 'node:fs'
import { reserveBasket } from './buyer.ts'
import { expect, step, test } from './test.ts'

test('asks no other host and loads nothing of error reporting without an address for it [MONI-02, OPEN-95]', async ({
  page,
  shop,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/nobody is told/)
  const others: string[] = []
  const paths: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === shop.url) paths.push(pathname.slice(1))
    else others.push(request.url())
  })
  await arrange({ shape: 'paid', state: 'basket' })
  await reserveBasket(page)
  await expect(step(page, 'login')).toBeVisible()
  await page.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error('nobody is told')
      }),
  )
  // The session's log comes with the script that would start error reporting.
  await page.waitForFunction(() => sessionStorage.getItem('session-log')?.includes('error Error'))
  expect(others).toEqual([])
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string }
  >
  const monitoring = ['reporting', 'tracing', 'replay'].map(
    (name) => manifest[`src/monitoring/${name}.ts`]?.file,
  )
  expect(paths).toContain(manifest['src/app/after-first-step.ts']?.file)
  expect(paths.filter((path) => monitoring.includes(path))).toEqual([])
  expect(monitoring).toEqual([expect.any(String), expect.any(String), expect.any(String)])
})
