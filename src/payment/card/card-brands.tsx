import styles from './card-brands.module.css'

/** Marks of the accepted card brands. The text beside them names the brands, so they are hidden from screen readers. */
export function CardBrands() {
  return (
    <span className={styles.brands} aria-hidden="true">
      <svg viewBox="0 0 38 24">
        <rect width="38" height="24" rx="3" fill="#fff" stroke="#d5d8de" />
        <text
          x="19"
          y="17"
          textAnchor="middle"
          fontSize="12"
          fontWeight="800"
          fontStyle="italic"
          fill="#1a1f71"
        >
          VISA
        </text>
      </svg>
      <svg viewBox="0 0 38 24">
        <rect width="38" height="24" rx="3" fill="#fff" stroke="#d5d8de" />
        <circle cx="15.5" cy="12" r="6.5" fill="#eb001b" />
        <circle cx="22.5" cy="12" r="6.5" fill="#f79e1b" fillOpacity="0.85" />
      </svg>
      <svg viewBox="0 0 38 24">
        <rect width="38" height="24" rx="3" fill="#006fcf" />
        <text x="19" y="16" textAnchor="middle" fontSize="9" fontWeight="800" fill="#fff">
          AMEX
        </text>
      </svg>
    </span>
  )
}
