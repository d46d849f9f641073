import { expect, it } from 'vitest'
import { hasRecipients, recipientsOf } from './recipients.ts'

const shop = { analyticsTag: 'G-SHOP12345', metaPixel: '1002003004', eventTags: true }
const event = { ga: '', ga_conversion_id: '', fb_pixel: '' }
type Events = Parameters<typeof recipientsOf>[1] & object

const basket = (...events: object[]) =>
  ({
    events: events.map((one, index) => ({ ...event, id: String(index), ...one })),
    ga_ua_properties: [],
  }) as unknown as Events

it('names each tag and pixel once, with all of its events [ENTI-21, DELI-12, DELI-13]', () => {
  const same = { ga: 'G-RUN1234567', fb_pixel: '5005005005' }
  expect(recipientsOf(shop, basket(same, same, { ga: shop.analyticsTag }))).toEqual([
    { kind: 'tag', id: shop.analyticsTag, eventIds: null },
    { kind: 'pixel', id: shop.metaPixel, eventIds: null },
    { kind: 'tag', id: 'G-RUN1234567', eventIds: ['0', '1'] },
    { kind: 'pixel', id: '5005005005', eventIds: ['0', '1'] },
  ])
})

it.each([
  '',
  'UA-1234567-1',
  'G-abc1234',
  'G-ABC1234?x=y',
  '//evil.example',
  'G-ABC1234"><script>',
  'AW-1/é',
])('leaves out %o, which is no id [S30]', (id) => {
  const wrong = basket({ ga: id, ga_conversion_id: id, fb_pixel: id })
  expect(
    recipientsOf({ ...shop, analyticsTag: id, metaPixel: id }, { ...wrong, ga_ua_properties: [id] }),
  ).toEqual([])
})

it('uses the tags of events only if the shop says so [MONI-28]', () => {
  const own = basket({ ga: 'G-RUN1234567' })
  expect(recipientsOf({ ...shop, eventTags: false }, own)).toHaveLength(2)
  expect(hasRecipients({ analyticsTag: '', metaPixel: '', eventTags: false })).toBe(false)
  expect(hasRecipients({ analyticsTag: '', metaPixel: '', eventTags: true })).toBe(true)
})
