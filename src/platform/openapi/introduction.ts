/** Text at the top of the API description, in Markdown. */
export const INTRODUCTION = `Multi-tenant billing service: plans, usage, subscriptions, invoices, payments, credit notes, wallets and
dunning, with signed webhooks.

**Start here:** create an organization (\`POST /v1/organizations\`). This page then uses its API key; other clients send
\`api_key.raw_key\` as \`Authorization: Bearer <API key>\`. If the operator has set ADMIN_TOKEN, enter the token under
*Authorize* first. *Authorize* keeps keys only until the page is reloaded.

**The groups tell a billing story from top to bottom:** an organization, an endpoint for its webhooks, a customer, metrics and
prices, a subscription, its usage, the invoice, its payment, and dunning if the payment is missing. The examples belong
together. Press *Execute* on each operation in turn: the page fills in the IDs of the records that it has seen. Then delete
the records from bottom to top.

**Money:** \`*_cents\` fields are integers in the minor unit of the currency (4900 in EUR is EUR 49.00; 4900 in JPY, which has
no minor unit, is JPY 4,900). Decimal strings, such as the unit prices of charges, are in major units (\`"0.10"\` is 10 cents).

**Webhooks:** every delivery is signed. \`X-Svc-Signature\` is the hex HMAC-SHA256 of the raw body, keyed with the secret of
the endpoint; the \`webhook-*\` headers follow [Standard Webhooks](https://www.standardwebhooks.com). Verify the signature
before you parse the body. Deliveries can arrive more than once and in any order. To see deliveries without a receiver, create
an endpoint with the url \`inbox\`, as the example does.

Lists accept \`skip\` and \`limit\`, or the cursors of their \`Link\` header, and return the total number of matches in
\`X-Total-Count\`. Every POST with an API key supports \`Idempotency-Key\`. Errors are RFC 9457 problems with a stable
\`code\`. A method that a path does not support returns 405 with \`Allow\`, or 401 without a valid API key.`;
