import { fields, flag, message, secondsLeft } from '#src/http/wire.ts'
import { onTheWire } from '#src/http/wire-form.ts'

/** Reply of asking for more time. Our own. */
export const extensionSchema = fields({ extended: flag, seconds_remaining: secondsLeft, message })
onTheWire(extensionSchema, () => ({
  fields: {
    extended: 'Whether the hold was made longer.',
    seconds_remaining: 'How long the tickets are held now, in either case.',
    message: 'Why it was not made longer, for the buyer.',
  },
}))
