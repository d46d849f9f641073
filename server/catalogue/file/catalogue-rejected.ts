/** What is wrong in a catalogue file, and where: `path` leads from the top of the file, `line` counts from 1. */
export interface Problem {
  path: PropertyKey[]
  message: string
  line?: number
}

/** The catalogue cannot be used. The message has a line for each problem, for the shop's owner. */
export class CatalogueRejected extends Error {
  override name = 'CatalogueRejected'
  readonly problems: Problem[]

  constructor(problems: Problem[]) {
    super(problems.map(describe).join('\n'))
    this.problems = problems
  }
}

/** `line 12: organisers[0].events[2].title is missing` */
function describe({ path, message, line }: Problem): string {
  const where = path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}${text && '.'}${String(step)}`),
    '',
  )
  return `${line === undefined ? '' : `line ${line}: `}${[where, message].filter(Boolean).join(' ')}`
}
