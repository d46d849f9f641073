import { expect, test } from '@playwright/test'
import { build } from 'vite'
import type * as Sanitiser from '#src/lib/sanitised-html.ts'

/** Bundles the sanitiser for an empty page, as only a browser shows its effect. */
async function sanitiserScript() {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: 'src/lib/sanitised-html.ts', formats: ['iife'], name: 'sanitiser' },
    },
  })
  const [bundle] = Array.isArray(result) ? result : [result]
  if (!bundle || !('output' in bundle)) throw new Error('The sanitiser could not be built')
  return bundle.output[0].code
}

let script = ''
test.beforeAll(async () => {
  script = await sanitiserScript()
})

declare const sanitiser: typeof Sanitiser

const mark = (html: string) => html.replaceAll('!', 'globalThis.hit = true')

const hostile = [
  '<script>!</script>',
  '<img src=x onerror="!">',
  '<svg onload="!"></svg>',
  '<svg><script>!</script></svg>',
  '<svg><animate onbegin="!" attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:!"><text y=20>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=!&gt;">',
  '<math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=! src>">',
  '<noscript><p title="</noscript><img src=x onerror=!>">',
  '<template><img src=x onerror="!"></template>',
  '<iframe srcdoc="<script>parent.hit = true</script>"></iframe>',
  '<iframe src="javascript:parent.hit = true"></iframe>',
  '<object data="javascript:!"></object>',
  '<embed src="javascript:!">',
  '<details open ontoggle="!">x</details>',
  '<body onload="!">',
  '<input autofocus onfocus="!">',
  '<video><source onerror="!"></video>',
  '<audio src=x onerror="!"></audio>',
  '<marquee onstart="!">x</marquee>',
  '<form action="https://evil.example/"><input name=card><button>Pay</button></form>',
  '<style>body { display: none }</style>',
  '<link rel=stylesheet href="https://evil.example/a.css">',
  '<meta http-equiv=refresh content="0;url=https://evil.example/">',
  '<base href="https://evil.example/">',
  '<p style="position:fixed;inset:0" class=x id=config onclick="!" data-x=1 aria-label=x>x</p>',
  '<a href="javascript:!">x</a>',
  '<a href=" jAvAsCrIpT:!">x</a>',
  '<a href="java&#10;script:!">x</a>',
  '<a href="&#1;javascript:!">x</a>',
  '<a href="data:text/html,<script>!</script>">x</a>',
  '<a href="vbscript:!">x</a>',
  '<a href="blob:x" id=location name=cookie>x</a>',
  '<form id=document><input name=cookie></form><img name=getElementById>',
  '<p title="</p><img src=x onerror=!>">x</p>',
  '<xmp><p title="</xmp><img src=x onerror=!>">',
  '<textarea></textarea><img src=x onerror="!">',
  '<div><!--><img src=x onerror="!">--></div>',
  '<?xml ?><img src=x onerror="!">',
  '<custom-element is=x onclick="!">x</custom-element>',
]

test('removes scripts, handlers, forms, styles and frames [S28]', async ({ page }) => {
  await page.addScriptTag({ content: script })
  for (const html of hostile.map(mark)) {
    const left = await page.evaluate((text) => {
      const place = document.createElement('div')
      document.body.append(place)
      place.innerHTML = sanitiser.sanitisedHtml(text)
      return [...place.querySelectorAll('*')].map((element) => ({
        tag: element.localName,
        attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      }))
    }, html)
    for (const { tag, attributes } of left) {
      expect(['p', 'a', 'div', 'span'], html).toContain(tag)
      expect(attributes, html).toEqual({})
    }
  }
  await page.waitForFunction(() => document.readyState === 'complete')
  expect(await page.evaluate(() => 'hit' in globalThis)).toBe(false)
})

test('keeps text formatting, and opens links in a new tab without opener and referrer [S28]', async ({
  page,
}) => {
  // Paths belong to a site; about:blank is none.
  await page.route('https://shop.example/', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('https://shop.example/')
  await page.addScriptTag({ content: script })
  const sanitised = (html: string) => page.evaluate((text) => sanitiser.sanitisedHtml(text), html)
  const markup = '<h2>Why</h2><p>We <strong>feed</strong> &amp; <em>house</em><br>cats</p><ul><li>1</li></ul>'
  expect(await sanitised(markup)).toBe(markup)
  expect(await sanitised('<p>a<b>c')).toBe('<p>a<b>c</b></p>')
  for (const href of [
    'https://charity.example/',
    'mailto:a@charity.example',
    'tel:+441234567890',
    '/events/',
  ])
    expect(await sanitised(`<a href="${href}" target="_top" rel="opener">x</a>`)).toBe(
      `<a href="${href}" target="_blank" rel="noopener noreferrer">x</a>`,
    )
  expect(await sanitised('')).toBe('')
})
