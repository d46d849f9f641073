import styles from './order-pictures.module.css'

const MOST_PICTURES = 4

/** Shows what the lines of an order are of as one band across the head of its stub, beside each other if they are several. */
export function OrderPictures({ lines }: { lines: { thumbnail: string }[] }) {
  const addresses = new Set(lines.flatMap(({ thumbnail }) => thumbnail || []))
  if (!addresses.size) return null
  return (
    <div className={styles.pictures}>
      {[...addresses].slice(0, MOST_PICTURES).map((address) => (
        <img key={address} src={address} alt="" width={528} height={264} />
      ))}
    </div>
  )
}
