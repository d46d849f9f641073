import { beforeEach, expect, test, vi } from 'vitest'
import { loadScript } from './script-loader.ts'

class ScriptElement extends EventTarget {
  src = ''
  async = false
  remove() {
    head.splice(head.indexOf(this), 1)
  }
}
const head: ScriptElement[] = []

beforeEach(() => {
  head.length = 0
  vi.stubGlobal('document', {
    createElement: () => new ScriptElement(),
    head: { append: (element: ScriptElement) => head.push(element) },
  })
})

test('loads each address once for all callers', async () => {
  const first = loadScript('https://cards.example/a.js')
  const second = loadScript('https://cards.example/a.js')
  const other = loadScript('https://cards.example/b.js')
  expect(head.map(({ src, async }) => ({ src, async }))).toEqual([
    { src: 'https://cards.example/a.js', async: true },
    { src: 'https://cards.example/b.js', async: true },
  ])
  for (const element of head) element.dispatchEvent(new Event('load'))
  await Promise.all([first, second, other])
  await loadScript('https://cards.example/a.js')
  expect(head).toHaveLength(2)
})

test('rejects if the script fails, removes its element, and tries again on the next call', async () => {
  const first = loadScript('https://cards.example/flaky.js')
  const second = loadScript('https://cards.example/flaky.js')
  head[0]?.dispatchEvent(new Event('error'))
  await expect(first).rejects.toThrow('A script could not be loaded')
  await expect(second).rejects.toThrow('A script could not be loaded')
  expect(head).toEqual([])

  const retry = loadScript('https://cards.example/flaky.js')
  head[0]?.dispatchEvent(new Event('load'))
  await expect(retry).resolves.toBeUndefined()
  expect(head).toHaveLength(1)
})
