import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const shop = process.env.SHOP_URL ?? 'http://localhost:3000'

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022', sourcemap: true, manifest: true },
  server: {
    port: 5173,
    // Everything but the app's own paths is answered by the shop (`npm run dev` starts both).
    proxy: { '^/(?!checkout/|events/book_seats/|src/|machines/|node_modules/|@|\\?)': { target: shop, changeOrigin: false } },
  },
})
