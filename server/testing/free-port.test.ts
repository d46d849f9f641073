import { expect, it } from 'vitest'

import { freePort } from './free-port.ts'

/** The first port that Linux gives to a program that asks for any; other systems begin at 49152. */
const firstGiven = 32_768

it('picks a port that the system gives to no other program, so that a restarted shop gets it back', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort))
  expect(new Set(ports).size).toBeGreaterThan(10)
  for (const port of ports) expect(port).toBeLessThan(firstGiven)
})
