import type { TestShop } from './test-shop.ts'

/** Adds a charity for donations, "Friends of" its id, with a fee of 20p and 2 %. */
export async function addCharity({ db }: TestShop, id: string): Promise<void> {
  await db
    .insertInto('charities')
    .values({
      id,
      name: `Friends of ${id}`,
      logo: '',
      description_html: '',
      donation_options: [500, 1000],
      donation_checkout_title: 'Help',
      base_fee: 20,
      booking_fee_basis_points: 200,
      booking_fee_includes_vat: false,
      booking_fee_vat_basis_points: 0,
      booking_fee_cap: null,
    })
    .execute()
}
