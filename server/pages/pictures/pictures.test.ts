import { readdirSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

import { expect, it } from 'vitest'

import { organisers } from '#server/seeds/demo-catalogue.ts'

import { drawnPicture, pictureRoutes } from './picture-routes.ts'

const slugs = organisers.flatMap((organiser) => [
  ...organiser.events.map((event) => event.id),
  ...(organiser.vouchers ?? []).map((voucher) => voucher.id),
  ...(organiser.charity ? [organiser.charity.id] : []),
])

const draw = async (slug: string) => (await pictureRoutes.request(`/pictures/${slug}.svg`)).text()

it('draws a different picture for every event, voucher and charity of the seeds', async () => {
  const pictures = await Promise.all(slugs.map(draw))
  expect(new Set(pictures).size).toBe(slugs.length)
  expect(readdirSync(new URL('scenes', import.meta.url))).toHaveLength(slugs.length)
  for (const picture of pictures) {
    expect(picture).toMatch(/^<svg .*<title>.+<\/title>.*<\/svg>$/s)
    expect(picture).not.toMatch(/NaN|undefined|<script|Infinity/)
  }
})

it('draws the same, cacheable picture every time', async () => {
  expect(await draw('northern-lights-tour')).toBe(await draw('northern-lights-tour'))
  const { headers } = await pictureRoutes.request('/pictures/dawn-swim.svg')
  expect(headers.get('content-type')).toBe('image/svg+xml')
  expect(headers.get('cache-control')).toBe('public, max-age=86400')
})

it('has the picture of every event as a JPEG of at most 80 kB for mails', async () => {
  for (const { id } of organisers.flatMap(({ events }) => events)) {
    const reply = await pictureRoutes.request(`/pictures/${id}.jpg`)
    expect(reply.headers.get('content-type'), id).toBe('image/jpeg')
    const bytes = new Uint8Array(await reply.arrayBuffer())
    expect([...bytes.slice(0, 3)], id).toEqual([0xff, 0xd8, 0xff])
    expect(bytes.length, id).toBeLessThan(80_000)
  }
})

it.each([
  '/pictures/unknown.svg',
  '/pictures/constructor.svg',
  '/pictures/dawn-swim.png',
  '/pictures/unknown.jpg',
])('replies 404 to %s', async (path) => expect((await pictureRoutes.request(path)).status).toBe(404))

it('writes a picture into a page as what it is, in at most 6 kB compressed', async () => {
  for (const slug of slugs) {
    const address = drawnPicture(`/pictures/${slug}.svg`) ?? ''
    expect(brotliCompressSync(address).length, slug).toBeLessThan(6000)
    expect(address).not.toMatch(/["<>&#]/)
    const [type, text = ''] = address.split(',%3Csvg')
    expect(type).toBe('data:image/svg+xml')
    expect(decodeURIComponent(`%3Csvg${text}`).replaceAll("'", '"')).toBe(await draw(slug))
  }
})

it.each(['/pictures/unknown.svg', 'https://pictures.example/a.svg', '/pictures/', ''])(
  'writes no picture that is not the shop’s own, such as "%s", into a page',
  (address) => expect(drawnPicture(address)).toBeUndefined(),
)
