import form from '#src/checkout/step-form.module.css'
import styles from './card-form.module.css'

/** What to type into a card form that the sandbox simulates. */
export function SandboxNote({ isSimulated }: { isSimulated: boolean }) {
  return (
    isSimulated && (
      <p className={`${form.sandbox} ${styles.note}`}>
        Sandbox: 4242 4242 4242 4242, any future date, any code
      </p>
    )
  )
}

/** Whether the sandbox simulates a provider, which is known by the address of its script. */
export const isSimulated = (script: string | undefined) => script?.startsWith('/sandbox/') ?? false
