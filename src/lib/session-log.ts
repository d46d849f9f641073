/** What has happened in this tab, for support and error reports: names of states, events and calls, nothing typed. */
export interface SessionLog {
  /** Identifies the log in error reports; buyers may read it to support. */
  code: string
  /** Oldest first, at most 200. */
  lines: string[]
}

const storageKey = 'session-log'
const maxLines = 200
/** Letters and digits that are not mistaken for each other, 32 of them. */
const codeLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const log = restore() ?? { code: newCode(), lines: [] }

let last = { line: '', times: 0 }

/** Adds a line; at the end of the log it replaces the oldest. A line that is repeated stands once, with its number of times. */
export function addToLog(line: string, at = Date.now()) {
  const isRepeated = last.line === line
  last = { line, times: isRepeated ? last.times + 1 : 1 }
  if (isRepeated) log.lines.pop()
  log.lines.push(`${new Date(at).toISOString()} ${line}${isRepeated ? ` (${last.times} times)` : ''}`)
  log.lines.splice(0, log.lines.length - maxLines)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(log))
  } catch {
    // Refused by the browser: the log lasts as long as the page.
  }
}

export function readLog(): SessionLog {
  return log
}

function restore(): SessionLog | null {
  try {
    const { code, lines } = JSON.parse(sessionStorage.getItem(storageKey) ?? '')
    const isLog = /^[\dA-Z]{4}-[\dA-Z]{4}$/.test(code) && Array.isArray(lines)
    return isLog ? { code, lines: lines.map(String) } : null
  } catch {
    return null
  }
}

function newCode(): string {
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => codeLetters[byte % 32])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}
