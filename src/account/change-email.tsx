import { LinkButton } from '#src/ui/link-button.tsx'

/** Link back to the email view [ACCT-03]. */
export function ChangeEmail({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  return (
    <LinkButton busy={isBusy} onClick={onPress}>
      Check or change email address, or re-send code
    </LinkButton>
  )
}
