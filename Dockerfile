# Builds the page.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci
COPY index.html vite.config.ts tsconfig.json ./
COPY machines machines
COPY public public
COPY src src
COPY contract contract
COPY scripts/statechart.ts scripts/openapi.ts scripts/
COPY docs/requirements.md docs/openapi.json docs/openapi.accepted.json docs/
COPY docs/screens docs/screens
RUN npm run build && npm prune --omit=dev --ignore-scripts

# Runs the shop. Settings are environment variables (docs/operations.md); no secret is in the image.
FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /shop
RUN mkdir --mode=700 /data && chown node:node /data
COPY --from=build /shop/package.json ./
COPY --from=build /shop/node_modules node_modules
COPY --from=build /shop/dist dist
COPY --from=build /shop/dist-shop dist-shop
COPY src src
COPY machines machines
COPY server server
COPY sandbox sandbox
COPY scripts/shop-database.ts scripts/catalogue.ts scripts/orders.ts scripts/door.ts scripts/link.ts scripts/
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
