// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeCardProvider } from './testing/fake-card-provider.ts'
import { fakeSquare } from './testing/fake-square.ts'
import { notices, openCheckout, refused, settled, shownStep } from './testing/open-checkout.tsx'
import { openingScenes, paymentScenes, scenes, type Scene } from './testing/scenes.ts'

const said = vi.hoisted(() => [] as string[])
vi.mock('#src/ui/notify.ts', () => ({
  notify: (_: string, text: string) => said.push(text),
  loadToaster: () => Promise.resolve(),
}))

const errorPage = '<!doctype html><title>Bad gateway</title><p>nginx'
const page = (status: number) => new Response(errorPage, { status, headers: { 'content-type': 'text/html' } })
const reason = 'Not possible: the reason of the shop'

type Reply = object | Response | (() => Promise<Response>)

/** Replies that are no success for any call. */
const failures: Record<string, Reply> = {
  'no connection': () => Promise.reject(new TypeError('Failed to fetch')),
  ...Object.fromEntries([400, 401, 403, 409, 422, 429].map((status) => [status, refused(reason, status)])),
  '404 page': page(404),
  '500': Response.json({}, { status: 500 }),
  '502 page': page(502),
  '503 with a message': refused(reason, 503),
}

/** Replies with a success status that no shop means to send. */
const misfits = ({ misfit }: Pick<Scene, 'misfit'>): Record<string, Reply> => ({
  'a page with status 200': page(200),
  'an empty reply': new Response(''),
  'a truncated reply': new Response('{"status": "succ'),
  ...(misfit && { 'a reply of the wrong shape': misfit }),
})

const texts = () => [...said, ...notices(), document.querySelector('main')?.textContent ?? ''].join('\n')

function expected({ says = '', saysOf = {}, showsReason }: Scene, fault: string) {
  const status = Number(fault.slice(0, 3))
  const hasReason = status > 0 && fault !== '500' && !fault.includes('page')
  const isShown = hasReason && (showsReason === 'all' || (showsReason && status < 500))
  return isShown ? reason : (saysOf[fault] ?? says)
}

const faultsOf = (scene: Scene) => ({
  ...failures,
  ...(scene.isUnread ? { 'a page with status 200': page(200) } : misfits(scene)),
})

function expectAlive(fault: string) {
  expect(document.body.textContent, fault).not.toContain('nginx')
  expect(document.querySelector('[aria-busy="true"]'), fault).toBeNull()
}

/** Lets pauses and the repeats of reads pass, and the replies arrive. */
async function pass() {
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await settled()
}

async function open(scene: Scene, reply = scene.works ?? {}) {
  const { call, checkout, user, replies = {}, before } = scene
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  fakeCardProvider()
  fakeSquare()
  said.length = 0
  const page = await openCheckout(checkout, {
    user: user ?? null,
    replies: { ...replies, [call]: reply },
    hasBriefInput: true,
  })
  await before?.(page)
  await pass()
  return page
}

it.each(scenes)(
  '$call: says so, loses nothing and can be repeated, whatever fails [F1, F21]',
  async (scene) => {
    const opened = await open(scene)
    const { call, press } = scene
    for (const [fault, reply] of Object.entries(faultsOf(scene))) {
      said.length = 0
      const sent = opened.sent(call).length
      opened.answer(call, reply)
      await press?.(opened)
      await pass()
      expect(opened.sent(call).length, `${fault}: calls`).toBe(sent + 1)
      expect(shownStep(), fault).toBe(scene.failsTo ?? scene.checkout.state)
      expect(texts(), fault).toContain(expected(scene, fault))
      expectAlive(fault)
    }
    opened.answer(call, scene.works ?? {})
    await press?.(opened)
    await pass()
    expect(shownStep()).toBe(scene.leadsTo ?? scene.checkout.state)
  },
)

it.each(openingScenes)('$call: the screen opens, whatever fails [F1]', async (scene) => {
  const { call, checkout, failsTo = checkout.state, leadsTo = failsTo } = scene
  for (const [fault, reply] of Object.entries(faultsOf(scene))) {
    const opened = await open(scene, reply)
    expect(opened.sent(call).length, fault).toBeGreaterThan(0)
    expect(shownStep(), fault).toBe(failsTo)
    expect(texts(), fault).toContain(expected(scene, fault))
    expectAlive(fault)
    opened.answer(call, scene.works ?? {})
    if (expected(scene, fault)) await scene.press?.(opened)
    await pass()
    expect(shownStep(), fault).toBe(leadsTo)
    cleanup()
  }
})

/** Faults after which the buyer may have been charged. */
const unclear = ['no connection', '500', '502 page', ...Object.keys(misfits({ misfit: {} }))]

it.each(paymentScenes)(
  '$call: charges once, although it is unclear whether it has [F1, F3]',
  async (scene) => {
    const { call, press, says = '', isWithoutKey = false } = scene
    let opened = await open(scene)
    const payAgain = async () => {
      opened.answer(call, scene.works ?? {})
      await press?.(opened)
    }
    for (const [fault, reply] of Object.entries(faultsOf(scene))) {
      const sent = opened.sent(call).length
      opened.answer(call, reply)
      await press?.(opened)
      await pass()
      expect(shownStep(), fault).toBe('payment')
      const isRepeated = unclear.includes(fault) && !isWithoutKey
      const hasReason = !unclear.includes(fault) && !fault.includes('page')
      expect(texts(), fault).toContain(isRepeated ? 'Confirming Payment' : hasReason ? reason : says)
      expect(document.body.textContent, fault).not.toContain('nginx')
      if (!isRepeated) {
        expect(opened.sent(call), fault).toHaveLength(sent + 1)
        continue
      }
      opened.answer(call, scene.works ?? {})
      await pass()
      expect(shownStep(), fault).toBe('deliver_tickets')
      expect(
        new Set(
          opened
            .sent(call)
            .slice(sent)
            .map(({ attempt }) => attempt),
        ).size,
        fault,
      ).toBe(1)
      cleanup()
      opened = await open(scene)
    }
    await payAgain()
    await pass()
    expect(shownStep()).toBe('deliver_tickets')
  },
)

it('knows every call of the checkout [F1]', () => {
  const sources = import.meta.glob('../*/{,*-}calls.ts', { query: '?raw', import: 'default', eager: true })
  const named = Object.entries(sources as Record<string, string>)
    .filter(([file]) => !file.includes('/seats/'))
    .flatMap(([, source]) => [...source.matchAll(/'\/ajax\/[\w/]+\/(\w+)\/'/g)].map(([, call]) => call))
  const known = [...scenes, ...openingScenes, ...paymentScenes].map(({ call }) => call)
  expect([...new Set(named)].sort()).toEqual([...new Set(known)].sort())
})
