import styles from './card-form.module.css'

/** What to type into a card form of the sandbox, which is known by the address of its script. */
export function SandboxNote({ script }: { script: string | undefined }) {
  return (
    script?.startsWith('/sandbox/') && (
      <p className={styles.note}>
        Sandbox: try 4242 4242 4242 4242 with any future date and any code. No money moves.
      </p>
    )
  )
}
