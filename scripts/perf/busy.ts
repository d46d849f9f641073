import { readFileSync } from 'node:fs'

import { readProcesses, tick } from '../bench/processor-time.ts'

/** A run beside other work of more processors than this does not count. */
const most = 0.3

/**
 * Runs a measurement, and once more if the machine was busy with something else meanwhile: then the quieter one is taken. `isBusy` tells
 * that it was not quiet either.
 */
export async function inQuiet<Result>(
  measure: () => Promise<Result>,
): Promise<{ result: Result; isBusy: boolean; isRepeated: boolean }> {
  const first = await watched(measure)
  if (first.others <= most) return { result: first.result, isBusy: false, isRepeated: false }
  const second = await watched(measure)
  const { result, others } = second.others < first.others ? second : first
  return { result, isBusy: others > most, isRepeated: true }
}

/** Runs a measurement; `others` is how many processors everything else has used meanwhile, 0 if the system does not tell. */
async function watched<Result>(measure: () => Promise<Result>): Promise<{ result: Result; others: number }> {
  const others = watchOthers()
  const result = await measure()
  return { result, others: others() ?? 0 }
}

/**
 * Returns a function that tells how many processors everything but this process and those it has started has used since, the host
 * of a virtual machine included; null without /proc.
 */
function watchOthers(): () => number | null {
  const begun = performance.now()
  const before = readOthers()
  return () => {
    const after = readOthers()
    if (before === null || after === null) return null
    return (after - before) / (performance.now() - begun)
  }
}

/** Processor milliseconds of all others since the machine was started. */
function readOthers(): number | null {
  const processes = readProcesses()
  if (!processes) return null
  const isOwn = (pid: number): boolean => {
    if (pid === process.pid) return true
    const parent = processes.get(pid)?.parent ?? 0
    return parent > 0 && isOwn(parent)
  }
  const own = [...processes].reduce((sum, [pid, { used }]) => sum + (isOwn(pid) ? used : 0), 0)
  const [, user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] = readFileSync(
    '/proc/stat',
    'utf8',
  )
    .split('\n', 1)[0]!
    .split(/\s+/)
    .map(Number)
  return (user + nice + system + interrupts + soft + stolen) * tick - own
}
