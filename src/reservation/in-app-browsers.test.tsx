// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { everyStep } from '#src/checkout/testing/every-step.ts'
import { openCheckout, settled, shownStep } from '#src/checkout/testing/open-checkout.tsx'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0'

const agents: [app: string, agent: string][] = [
  ['Facebook', `${iphone} Mobile/22B83 [FBAN/FBIOS;FBAV/490.0.0.39.109;FBBV/660000000;FBDV/iPhone17,1]`],
  ['Instagram', `${iphone} Mobile/22B83 Instagram 357.1.4.24.106 (iPhone17,1; iOS 18_1; en_GB)`],
  ['TikTok', `${android} Mobile Safari/537.36 trill_360905 BytedanceWebview/d8a21c6`],
  ['X', `${iphone} Version/18.1 Mobile/22B83 Safari/604.1 Twitter for iPhone/10.67`],
  ['WeChat', `${android} Mobile Safari/537.36 MicroMessenger/8.0.54.2760(0x28003637) WeChat/arm64`],
  ['LINE', `${iphone} Mobile/22B83 Safari Line/14.19.1`],
]

it.each(agents)(
  'lets a buyer in the browser of %s reserve, without a warning [RESV-10, OPEN-67] [F15]',
  async (_, agent) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
    const page = await openCheckout(everyStep.basket.checkout, {
      replies: { reserve_tickets: { reserved: 1, sale_reference: 'S1', checkout_time: 600 } },
    })
    await page.press(/^Reserve Basket/)
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await settled()
    expect(shownStep()).toBe('login')
    expect(document.body.textContent).not.toContain('incompatible')
  },
)
