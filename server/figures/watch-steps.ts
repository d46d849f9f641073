import { sql } from 'kysely'

import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { Log } from '#server/log.ts'
import { endAlarms, forgetClosed, logAlarms, raiseAlarm } from '#server/monitoring/alarms.ts'

import { findUnexpected } from './conformance.ts'
import { readTimesOfDay } from './step-figures.ts'

/** With fewer stays in a day, a few slow buyers would raise an alarm. */
const fewestStays = 20
/** A lost report looks like a skipped step: what few sales have is listed, and raises no alarm. */
const fewestSales = 5
const leastShare = 0.01

const ofShop = { provider: '', saleId: null, attemptId: null }

/**
 * Raises an alarm for each step at which nine of ten buyers took longer than its target time within the last day, and ends it when they
 * do not. One that the owner has closed is raised again if the step was quick meanwhile.
 */
export async function watchTimes({
  db,
  log,
  config: { targetTimes = {} },
}: {
  db: Database
  log: Log
  config: Pick<Config, 'targetTimes'>
}): Promise<void> {
  const slow = (await readTimesOfDay(db)).flatMap(({ state, stays, ninetieth }) => {
    const target = targetTimes[state]
    return target && stays >= fewestStays && ninetieth !== null && ninetieth > target
      ? [{ step: state, stays, ninetieth_seconds: Math.round(ninetieth), target_seconds: target }]
      : []
  })
  for (const details of slow)
    await raiseAlarm(db, { ...ofShop, kind: 'step_too_slow', about: details.step, details })
  const steps = slow.map(({ step }) => step)
  const isQuick = () => sql<boolean>`not (details ->> 'step' = any(${steps}::text[]))`
  await endAlarms(db, 'step_too_slow', isQuick)
  await forgetClosed(db, 'step_too_slow', isQuick)
  await logAlarms(db, log)
}

/** Raises an alarm, once for each release, for steps that many sales of the last day have reported as no path of the chart leads. */
export async function watchUnexpected({ db, log }: { db: Database; log: Log }): Promise<void> {
  for (const { from, to, release, sales, of, refused } of await findUnexpected(db, 1))
    if (sales >= fewestSales && sales >= leastShare * of)
      await raiseAlarm(db, {
        ...ofShop,
        kind: 'step_unexpected',
        about: `${from}:${to}:${release}`,
        details: { from, to, release, sales, of, refused },
      })
  await logAlarms(db, log)
}
