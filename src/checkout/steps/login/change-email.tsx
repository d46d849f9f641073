import { LinkButton } from '#src/ui/link-button.tsx'

/** The way back to the email address, where a new code can be sent [ACCT-03]. */
export function ChangeEmail({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  return (
    <LinkButton busy={isBusy} onClick={onPress}>
      Check or change email address, or re-send code
    </LinkButton>
  )
}
