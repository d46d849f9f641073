import type { App } from '#sandbox/visitor.ts'

import { httpApp } from './http-app.ts'

export interface LoadBalancer extends App {
  /** Adds a shop; resolves when it is ready, so that it gets requests. */
  add: (address: string) => Promise<void>
  /** Resolves when a shop is no longer ready, and forgets it. */
  remove: (address: string) => Promise<void>
  close: () => void
}

interface Target {
  app: App
  isReady: boolean
  changed: PromiseWithResolvers<void>
}

/** How often it asks whether a shop is ready, in milliseconds. */
const interval = 100

/**
 * Distributes requests to shops in other processes as a proxy does: asks each again and again whether it is ready, and sends a
 * request to the next one that was. Only if it cannot connect, it tries another one.
 */
export function balanceLoad(): LoadBalancer {
  const targets = new Map<string, Target>()
  let next = 0
  let isClosed = false

  async function watch(address: string, target: Target): Promise<void> {
    while (!isClosed && targets.has(address)) {
      const isReady = await askReady(target)
      if (isReady !== target.isReady) {
        target.isReady = isReady
        target.changed.resolve()
        target.changed = Promise.withResolvers()
      }
      await new Promise((resolve) => setTimeout(resolve, interval))
    }
  }

  async function becomes(target: Target, isReady: boolean): Promise<void> {
    while (target.isReady !== isReady) await target.changed.promise
  }

  async function send(url: string, init: RequestInit): Promise<Response> {
    const ready = [...targets.values()].filter(({ isReady }) => isReady)
    const turn = next++
    for (const i of ready.keys())
      try {
        return await ready[(turn + i) % ready.length]!.app.request(url, init)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error
      }
    throw new Error('no shop is ready')
  }

  return {
    request: send,
    add: (address) => {
      const target = { app: httpApp(address), isReady: false, changed: Promise.withResolvers<void>() }
      targets.set(address, target)
      void watch(address, target)
      return becomes(target, true)
    },
    remove: async (address) => {
      const target = targets.get(address)
      if (target) await becomes(target, false)
      targets.delete(address)
    },
    close: () => void (isClosed = true),
  }
}

async function askReady({ app }: Target): Promise<boolean> {
  try {
    return (await app.request('http://shop.test/ready', {})).status === 200
  } catch {
    return false
  }
}
