import { expect, expectLogged, step, test } from './tracked-shop.ts'

const further = ['/site.js', '/form.js', '/account-menu.js', '/date-widgets.js', '/select-styling.js']

test.use({
  pageConfig: { baseScript: 'TRACKING/base.js', siteScripts: further.map((path) => `TRACKING${path}`) },
})

test('loads the further scripts of the site only once the base script has signalled [CONT-15, CONT-16]', async ({
  page,
  arrange,
  tracking,
}) => {
  tracking.scripts = Object.fromEntries(['/base.js', ...further].map((path) => [path, '']))
  await arrange({ shape: 'paid', state: 'basket' })
  await expect(step(page, 'basket')).toBeVisible()
  await expect.poll(() => tracking.of('/base.js')).toHaveLength(1)
  expect(tracking.hits.map(({ path }) => path)).toEqual(['/base.js'])
  await page.evaluate(() => Object.assign(window, { siteReady: true }))
  await expect
    .poll(() => tracking.hits.map(({ path }) => path).sort())
    .toEqual(['/base.js', ...further].sort())
})

for (const [how, problem] of [
  ['never signals', 'does not signal'],
  ['is missing', 'cannot be loaded'],
  ['is slow', 'takes too long'],
  ['throws', 'does not signal'],
] as const)
  test(`starts the checkout if the base script of the site ${how} [F28]`, async ({
    page,
    arrange,
    tracking,
    expectComplaint,
  }) => {
    if (how === 'never signals') tracking.scripts = { '/base.js': '' }
    if (how === 'is slow') tracking.silent.add('/base.js')
    if (how === 'is missing') expectComplaint(/404/)
    if (how === 'throws') {
      tracking.scripts = { '/base.js': 'throw new Error("broken base")' }
      expectComplaint(/broken base/)
    }
    await page.clock.install()
    await arrange({ shape: 'paid', state: 'basket' })
    await expect.poll(() => tracking.of('/base.js')).toHaveLength(1)
    if (problem === 'does not signal') await expectLogged(page, /siteScripts \S+ → signalling/)
    if (problem === 'cannot be loaded') await expectLogged(page, /siteScripts \S+ → given_up/)
    await page.clock.fastForward(11_000)
    await page.clock.resume()
    await page.getByRole('button', { name: 'Reserve Basket' }).click()
    await expect(step(page, 'login')).toBeVisible()
    await expectLogged(page, new RegExp(`problem site scripts: the base script ${problem}`))
    expect(tracking.hits.map(({ path }) => path)).toEqual(['/base.js'])
  })
