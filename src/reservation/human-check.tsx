import { HCaptcha } from '@hcaptcha/react-hcaptcha'
import { useState } from 'react'
import { config } from '#src/lib/config.ts'
import { LinkButton } from '#src/ui/link-button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import { isDark } from '#src/ui/is-dark.ts'
import styles from './human-check.module.css'

const expired = 'The captcha challenge has expired. Please complete the challenge again.'
const broken = "The check didn't work. Please try again."
const missing = "We couldn't load the check. Please turn off anything that may block it, and try again."

/**
 * Captcha of the provider [CAPT-03, CAPT-04]. Fails when it expires, times out or breaks [CAPT-07..10, CAPT-13].
 * `onFail` gets the message for the buyer, '' while the captcha reloads. The script is the provider's own unless
 * configured otherwise.
 */
export function HumanCheck({
  sitekey,
  onPass,
  onFail,
}: {
  sitekey: string
  onPass: (token: string) => void
  onFail: (text: string) => void
}) {
  const [attempt, setAttempt] = useState(0)
  const [progress, setProgress] = useState<'loading' | 'ready' | 'missing'>('loading')

  function fail(code: string) {
    const isMissing = code.startsWith('script')
    if (isMissing) setProgress('missing')
    onFail(isMissing ? missing : broken)
  }

  function tryAgain() {
    setProgress('loading')
    onFail('')
    setAttempt(attempt + 1)
  }

  return (
    <div className={styles.check}>
      {progress === 'loading' && <Spinner />}
      {progress === 'missing' && (
        <LinkButton ref={takeLostFocus} onClick={tryAgain}>
          Load the check again
        </LinkButton>
      )}
      <HCaptcha
        key={attempt}
        sitekey={sitekey}
        sentry={false}
        size={matchMedia('(max-width: 23rem)').matches ? 'compact' : 'normal'}
        theme={isDark() ? 'dark' : 'light'}
        {...(config.captchaScript && { scriptSource: config.captchaScript })}
        onReady={() => setProgress('ready')}
        onVerify={onPass}
        onExpire={() => onFail(expired)}
        onChalExpired={() => onFail(expired)}
        onError={fail}
      />
    </div>
  )
}
