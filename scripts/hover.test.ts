import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, it } from 'vitest'

/** Returns the selectors of a style sheet that a tap would leave applied: those with `:hover` outside of `@media (hover: hover)`. */
function leftByTaps(css: string): string[] {
  const around: string[] = []
  const left: string[] = []
  for (const [, before = '', brace] of css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') around.pop()
    if (brace !== '{') continue
    around.push(before.trim())
    const isLeft = before.includes(':hover') && !around.includes('@media (hover: hover)')
    // What the focus shows as well may stay
    if (isLeft && !before.includes(':focus-visible')) left.push(before.trim())
  }
  return left
}

it('leaves nothing on a touch screen that looks as if it were pointed at', async () => {
  for await (const file of glob('{src,server}/**/*.css'))
    expect(leftByTaps(readFileSync(file, 'utf8')), file).toEqual([])
})

it('finds what a tap would leave', () => {
  const hover = '&:hover { color: red; }'
  expect(leftByTaps(`a { ${hover} }`)).toEqual(['&:hover'])
  expect(leftByTaps(`a { @media (hover: hover) { ${hover} } }`)).toEqual([])
  expect(leftByTaps('a { @media (hover: hover) { color: red; } } b:hover { color: red; }')).toEqual([
    'b:hover',
  ])
  expect(leftByTaps('a:is(:hover, :focus-visible) { color: red; }')).toEqual([])
})
