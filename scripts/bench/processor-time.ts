import { readdirSync, readFileSync } from 'node:fs'

/** Reads processor milliseconds used since the start by the shop's processes and by PostgreSQL; null without /proc. */
export type ProcessorTime = () => { shop: number; database: number } | null

/** Milliseconds of one tick in /proc. */
export const tick = 10

export function processorTime(shops: () => number[], postgres: () => number | null): ProcessorTime {
  return () => {
    const processes = readProcesses()
    if (!processes) return null
    const used = (pid: number) => processes.get(pid)?.used ?? 0
    const server = postgres()
    const sum = (pids: number[]) => pids.reduce((total, pid) => total + used(pid), 0)
    const backends = [...processes].filter(([, { parent }]) => parent === server).map(([pid]) => pid)
    return { shop: sum(shops()), database: server === null ? 0 : sum([server, ...backends]) }
  }
}

/** Reads the parent of each process and the processor milliseconds that it and its ended children have used; null without /proc. */
export function readProcesses(): Map<number, { parent: number; used: number }> | null {
  try {
    return new Map(
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap((pid) => {
          const stat = readStat(pid)
          // After the name in brackets: state, parent, …; the 12th to 15th are ticks, also those of ended children.
          const fields = stat
            .slice(stat.lastIndexOf(')') + 2)
            .split(' ')
            .map(Number)
          const ticks = fields.slice(11, 15).reduce((sum, part) => sum + part, 0)
          return stat ? [[Number(pid), { parent: fields[1] ?? 0, used: ticks * tick }] as const] : []
        }),
    )
  } catch {
    return null
  }
}

/** Returns '' for a process that has just ended. */
function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
