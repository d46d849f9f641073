import type { Model } from '#machines/paths/model.ts'
import { Charts } from './composition.ts'
import { proveDocuments } from './documents.ts'
import { proveToldOfFailures } from './failing-calls.ts'
import { proveMoney } from './money.ts'
import { proveNames } from './names.ts'
import { provePromises } from './promises.ts'
import type { Proof } from './proof.ts'
import { proveNoSilence } from './silence.ts'
import { proveTimes } from './time.ts'
import { proveWayOn } from './way-on.ts'

/** Proves every sentence of these models, or tells the shortest stories that contradict it. */
export function prove(models: Model[]): Proof[] {
  const charts = new Charts(models)
  const proofs = [
    proveWayOn(charts),
    proveNoSilence(charts),
    proveToldOfFailures(charts),
    proveTimes(charts),
    proveMoney(charts),
    proveDocuments(charts),
    proveNames(charts),
  ]
  return [...proofs, provePromises(charts, proofs)]
}
