import { readFileSync } from 'node:fs'

/** The requirements by id, as texts. */
export const requirementTexts = new Map(
  readFileSync(`${import.meta.dirname}/../../docs/requirements.md`, 'utf8')
    .split('\n')
    .flatMap((row) => {
      const [, id, text = ''] = /^\| *([A-Z]{4}-\d+) *\| (.*?) \|/.exec(row) ?? []
      return id ? [[id, text] as const] : []
    }),
)

/** Returns the ids of the requirements that quote a message to the buyer. */
export const requirementsOfMessage = (message: string): string[] =>
  [...requirementTexts].flatMap(([id, text]) => (text.includes(`"${message}"`) ? [id] : []))
