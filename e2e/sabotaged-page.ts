import type { BrowserContext, TestInfo } from '@playwright/test'

/** The annotation with the numbers of the faults that a test has reached. */
export const reachedFaults = 'reached faults'

/**
 * Switches one of the faults on that `npm run sabotage` has built into the page (0 for none), and annotates the test with all
 * that it reaches. The page asks before each place with a fault.
 */
export async function sabotage(context: BrowserContext, { annotations }: TestInfo, fault: number) {
  const reached = { type: reachedFaults, description: '' }
  annotations.push(reached)
  await context.exposeFunction('tellFault', (number: number) => {
    reached.description += `${number} `
  })
  await context.addInitScript((chosen) => {
    const page = window as unknown as {
      sabotage: (number: number) => boolean
      tellFault: (number: number) => void // exposed above
    }
    const told = new Set<number>()
    page.sabotage = (number) => {
      if (!told.has(number)) page.tellFault(number)
      told.add(number)
      return number === chosen
    }
  }, fault)
}
