import { HttpError } from '#server/http/http-errors.ts'
import type { TransferField } from '#src/order/rules/transfers.ts'

/** Refuses a transfer because of a field of one of its entries, which are counted from 0. */
export class RefusedEntry extends HttpError {
  readonly entry: number
  readonly field: TransferField

  constructor(entry: number, field: TransferField, message: string) {
    super(422, message)
    this.entry = entry
    this.field = field
  }
}
