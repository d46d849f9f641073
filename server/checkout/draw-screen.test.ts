import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, expect, it, vi } from 'vitest'

import { screenDrawer } from './draw-screen.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-drawing-'))
const config = { origin: 'http://shop.test', page: { productName: 'Foyer' } }
const replies = { user: null, checkout: {} }

let open: ReturnType<typeof screenDrawer>
afterEach(async () => {
  vi.useRealTimers()
  await open?.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A drawing module whose `drawPage` has this body. */
function drawerOf(name: string, body: string) {
  const module = join(folder, name)
  writeFileSync(
    module,
    `const bytes = (value) => new TextEncoder().encode(JSON.stringify(value))
     export const prepareDrawing = async () => new Uint8Array()
     export async function drawPage(place, screen, replies) { ${body} }`,
  )
  open = screenDrawer(config, module)
  return open!.draw
}

it('draws with the settings of the page, the address of the shop and the replies', async () => {
  const draw = drawerOf(
    'draw.mjs',
    'return bytes({ html: JSON.stringify({ place, screen, replies }), title: "", scripts: [] })',
  )
  const { html } = await draw('ada', 'https://tickets.example', 'seats', replies)
  expect(JSON.parse(html)).toEqual({
    place: { settings: '{"productName":"Foyer"}', origin: 'https://tickets.example' },
    screen: 'seats',
    replies,
  })
})

it('is not there if the page is not built', () => {
  expect(screenDrawer(config, join(folder, 'nowhere.mjs'))).toBeUndefined()
})

it('gives a drawing up after two seconds, also one that waits for another, and tries none for ten more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const draw = drawerOf('hangs.mjs', 'await new Promise(() => {})')
  const first = expect(draw('ada', 'http://shop.test', 'seats', replies)).rejects.toThrow('late')
  const second = expect(draw('bo', 'http://shop.test', 'seats', replies)).rejects.toThrow('late')
  vi.advanceTimersByTime(2_000)
  await Promise.all([first, second])
  await expect(draw('cy', 'http://shop.test', 'seats', replies)).rejects.toThrow('resting')
})
