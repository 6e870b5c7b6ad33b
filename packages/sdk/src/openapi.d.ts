// Generated from openapi.json by "npm run openapi". Do not edit.

export interface paths {
    "/v1/organizations/current/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Keys by their prefix, with scopes, expiry and last use; never the keys themselves.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKey"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create an API key
         * @description Returns `raw_key` once. Give the key no more than it needs: by `scopes`, or by a `preset`. It has at most the scopes and the expiry of the key that creates it.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateApiKey"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedApiKey"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/current/api_keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Shows scopes, expiry and last use; never the key itself.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKey"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Takes effect with the next request. The record remains, with status `revoked`. The last key that can manage keys is revoked only with `confirm=last_key`.
         */
        delete: {
            parameters: {
                query?: {
                    /** @description `last_key` allows to revoke the last key that can manage keys */
                    confirm?: "last_key";
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Revoked, now or earlier */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/current/api_keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key
         * @description Returns a new key with the same name, scopes and expiry. The old key expires after the overlap and cannot be rotated again.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["RotateApiKey"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedApiKey"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an organization and its first API key
         * @description Requires no API key. If the operator has set an admin token, it is required as the Bearer token.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateOrganization"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedOrganization"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organization of the API key
         * @description A quick way to check that a key works.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Organization"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Update the organization of the API key
         * @description Defaults apply to customers without a currency or time zone of their own, from now on.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["UpdateOrganization"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Organization"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/current/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all records of the organization
         * @description One JSON object per line: `{"table": ..., "record": ...}`, and at the end `{"end": true, "records": <number>}`. (otherwise it is incomplete). Contains no secrets.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The records */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/x-ndjson": string;
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/current/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the logo on documents
         * @description All fields are null if there is none.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Logo"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Set the logo on documents
         * @description Invoices and credit notes that become final from now on show it; others keep the logo that they have.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetLogo"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Logo"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Remove the logo from documents
         * @description Documents that are final keep it.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Removed */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description All organizations of the installation, with their status.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only this status */
                    status?: "active" | "suspended" | "deleting";
                    /** @description Only test organizations, or only others */
                    test?: boolean;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminOrganization"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/organizations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description One organization of the installation, with its status.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminOrganization"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete a suspended organization
         * @description Its keys are revoked at once. Its records are removed in the background; then it is 404. The log of the installation keeps an entry.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It is being deleted */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminOrganization"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/organizations/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend an organization
         * @description Its keys can read, but changes are refused with 403 `organization_suspended`. Its billing and deliveries wait. Notifications of payment providers are still stored and applied.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["SuspendOrganization"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminOrganization"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/organizations/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a suspended organization
         * @description What has fallen due meanwhile is billed and delivered now.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminOrganization"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/organizations/{id}/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of an organization
         * @description Keys by their prefix, with scopes, expiry and last use.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKey"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create an API key for an organization
         * @description For an organization that has lost its keys. Without `scopes` and `preset`, the key has `*`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateApiKey"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedApiKey"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/organizations/{id}/api_keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key of an organization
         * @description Takes effect with the next request, also for the last key that can manage keys.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                    /** @description Id of the record */
                    key_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Revoked, now or earlier */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the log of the installation
         * @description What the operator did to organizations. Entries stay when their organization is deleted.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only this organization */
                    organization_id?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InstallationLogEntry"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/cells": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this cell
         * @description Its organizations by state, and their moves.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CellOverview"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Filter by `external_id` to find a customer by your own id, and by `search` for what you remember of one.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc" | "updated_at" | "updated_at:asc" | "updated_at:desc" | "external_id" | "external_id:asc" | "external_id:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only the customer with this external_id, e.g. `cust_1042` */
                    external_id?: string;
                    /** @description Only customers with this e-mail address, e.g. `billing@janedoe.example` */
                    email?: string;
                    /** @description Only customers whose name, e-mail address or external_id begins with this text: as given, in lower or upper case, or with capital initials, e.g. `jane` */
                    search?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Customer"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a customer
         * @description Emits `customer.created`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateCustomer"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Customer"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer
         * @description By the id of this service; the list finds customers by `external_id`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Customer"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Update a customer
         * @description Changes the fields that are sent; null clears a field. A new grace period or payment term moves the dates of drafts as well. Emits `customer.updated` if a value has changed.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["UpdateCustomer"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Customer"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Delete a customer
         * @description Its external_id can be used again, and its documents stay readable. Terminates its wallets, with `wallet.terminated`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Deleted */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened to a customer
         * @description The events about the customer and what belongs to it (subscriptions, invoices, payments, credit notes, wallets), the newest first. Events are kept for `RETENTION_DAYS`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TimelineEvent"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/portal_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link to the portal of a customer
         * @description Whoever opens the link sees invoices, payment methods, subscriptions and usage of this customer for an hour.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["CreatePortalLink"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PortalLink"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the personal data of a customer
         * @description Clears name, email, address and metadata of the customer, even of a deleted one, and of stored events, deliveries and responses. Outstanding deliveries with the data fail. Final invoices keep their buyer. Emits `customer.updated` if a value has changed.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Customer"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billable_metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List billable metrics
         * @description Filter by `code` to find one metric.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only the metric with this code, e.g. `storage_gb` */
                    code?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BillableMetric"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a billable metric
         * @description Usage events name the metric by its `code`; `aggregation_type` says how events become units.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateBillableMetric"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BillableMetric"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billable_metrics/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a billable metric
         * @description By its id; the list finds metrics by `code`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BillableMetric"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Update a billable metric
         * @description Its definition can change only while no plan charges for it and no usage is unbilled.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["UpdateBillableMetric"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BillableMetric"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Delete a billable metric
         * @description Refused while a plan charges for it or its usage is being counted.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Deleted */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/taxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List taxes
         * @description Filter by `code` to find one tax.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only the tax with this code, e.g. `vat_20` */
                    code?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Tax"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a tax
         * @description Customers and plans name it in `tax_codes`; with `applied_to_organization` it applies where neither has taxes.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateTax"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Tax"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/taxes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tax
         * @description By its id; the list finds taxes by `code`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Tax"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Update a tax
         * @description Changes the fields that are sent. A new rate applies to fees that are computed from now on.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["UpdateTax"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Tax"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Delete a tax
         * @description Refused while it is assigned to the organization, a customer or a plan. Final invoices keep it.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Deleted */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plans
         * @description Current versions. Filter by `code` to find one plan.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only the plan with this code, e.g. `pro_monthly` */
                    code?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Plan"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a plan
         * @description A price per interval, and charges that price the units of billable metrics by one of six models.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreatePlan"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Plan"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a plan
         * @description Shows the current version; subscriptions stay on theirs until they change plan or are migrated.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Plan"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Update a plan
         * @description Changes the fields of the request. A new price (interval, amount, currency, trial, payment in advance or charges) makes a new version; existing subscriptions keep theirs.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["UpdatePlan"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Plan"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Delete a plan
         * @description Refused while a subscription is on it.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Deleted */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans/{id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a billing period of a plan
         * @description Prices one whole billing period of the current version with the given usage, step by step. `amount_cents` at the top is the sum, before taxes. Stores nothing.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SimulatePlan"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PlanSimulation"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans/{id}/migrate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a plan's subscriptions to its newest version
         * @description Moves them in the background like a `PUT` of each with its `plan_id`, but all at once or all at the end of their billing periods. Those that are about to leave the plan are skipped.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MigratePlan"];
                };
            };
            responses: {
                /** @description Success */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PlanMigration"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans/{id}/migrations/{migration_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a plan migration
         * @description Counts the subscriptions that were moved, and names those that could not be, with the reason.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                    /** @description Id of the record */
                    migration_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PlanMigration"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List usage events
         * @description Events as they were sent, by customer, subscription, metric or time.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only those of this customer, e.g. `cust_1042` */
                    external_customer_id?: string;
                    /** @description Only those of this subscription, e.g. `sub_1042` */
                    external_subscription_id?: string;
                    /** @description Only events of this billable metric, e.g. `storage_gb` */
                    code?: string;
                    /** @description Only events that the plan in force at their timestamp charges, or only those that it does not charge */
                    charged?: boolean;
                    /** @description Only events with a timestamp at or after this instant */
                    from?: string | number;
                    /** @description Only events with a timestamp before this instant */
                    to?: string | number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsageEvent"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Record a usage event
         * @description Stores each `transaction_id` exactly once, for ever: a request with the same content returns 200 with the stored event. The event is durable when the response is sent.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateUsageEvent"];
                };
            };
            responses: {
                /** @description Already stored with the same content */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsageEvent"];
                    };
                };
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsageEvent"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record up to 1000 usage events
         * @description Stores the valid events, even if others are rejected. Counts as one request towards the rate limit.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateUsageEvents"];
                };
            };
            responses: {
                /** @description No event is rejected or in conflict */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsageEventBatch"];
                    };
                };
                /** @description Some events are rejected or in conflict */
                207: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsageEventBatch"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a usage event
         * @description Shows the event as it was sent, and whether it came too late for its billing period.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsageEvent"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/current_usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer's usage in the current billing period
         * @description Includes every event that has been acknowledged. Taxes are those of an invoice that is created now.
         */
        get: {
            parameters: {
                query?: {
                    /** @description ID of the subscription; required if the customer has several active ones */
                    subscription_id?: string;
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CurrentUsage"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the usage events of each day
         * @description Returns one entry per day, oldest first, for one billable metric or for all.
         */
        get: {
            parameters: {
                query?: {
                    /** @description First day, in UTC; by default 29 days before `to` */
                    from?: string;
                    /** @description Last day, in UTC; today by default. A series has at most 366 days */
                    to?: string;
                    /** @description Only events of the billable metric with this code, e.g. `storage_gb` */
                    billable_metric_code?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsageAnalytics"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans/{id}/usage_thresholds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a plan's usage thresholds
         * @description They apply to the subscriptions of the plan that have no thresholds of their own.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc" | "amount_cents" | "amount_cents:asc" | "amount_cents:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsageThreshold"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Add a usage threshold to a plan
         * @description Applies to all subscriptions of the plan that have no thresholds of their own.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateUsageThreshold"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsageThreshold"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/usage_thresholds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a subscription's own usage thresholds
         * @description They replace those of the plan.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc" | "amount_cents" | "amount_cents:asc" | "amount_cents:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsageThreshold"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Add a usage threshold to a subscription
         * @description The subscription's own thresholds replace those of its plan.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateUsageThreshold"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsageThreshold"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage_thresholds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a usage threshold
         * @description It can no longer be crossed; crossings that were reported remain.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Deleted */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description A draft is shown as of its last refresh; getting it by id refreshes it.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc" | "issuing_date" | "issuing_date:asc" | "issuing_date:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only invoices with this status */
                    status?: "draft" | "finalized" | "paid" | "voided";
                    /** @description Only those of this customer */
                    customer_id?: string;
                    /** @description Only those of this subscription */
                    subscription_id?: string;
                    /** @description `true`: only overdue invoices; `false`: only the others */
                    payment_overdue?: boolean;
                    /** @description Only invoices issued on this day or later */
                    issuing_date_from?: string;
                    /** @description Only invoices issued on this day or before */
                    issuing_date_to?: string;
                    /** @description Only the invoice with this number, e.g. `ACME-2026-000042` */
                    number?: string;
                    /** @description Only invoices whose number, or whose customer's name, e-mail address or external_id begins with this text, in any usual case, e.g. `acme` */
                    search?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of the list; with `Accept: text/csv`, all rows that the filters select */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Invoice"][];
                        "text/csv": string;
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invoice
         * @description A draft shows all usage and discounts as of now.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Invoice"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/finalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finalize a draft before its grace period ends
         * @description Issues the invoice today and assigns its number; usage that arrives later is late. Emits `invoice.finalized`, and `invoice.paid` if nothing is due.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Invoice"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the document of an invoice
         * @description Accessible HTML, or tagged PDF. Once final it never changes: the same bytes every time. A draft is marked as such and has no number.
         */
        get: {
            parameters: {
                query?: {
                    /** @description `current`: a rendering of its own that shows the state of now, with a stamp for paid and void; it is not stored */
                    stamp?: "current";
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The document: HTML, or PDF for `Accept: application/pdf` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": string;
                        "application/pdf": string;
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/document.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the document of an invoice as PDF
         * @description Tagged PDF with embedded fonts, whatever the request accepts.
         */
        get: {
            parameters: {
                query?: {
                    /** @description `current`: a rendering of its own that shows the state of now, with a stamp for paid and void; it is not stored */
                    stamp?: "current";
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The document as PDF */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/pdf": string;
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/document_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a public link to the document of an invoice
         * @description Whoever has the link can open the document without a key until it expires. Erasing the customer ends it earlier.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["CreateDocumentLink"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentLink"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invoice by e-mail
         * @description Queues an e-mail with its document attached, and a public link to it, whatever the settings for e-mails say. Each call sends another one: use an Idempotency-Key.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["SendEmail"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Email"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void a finalized invoice
         * @description The invoice keeps its number and nothing is due on it. Coupons, credit notes and wallets get back what it used. Emits `invoice.voided`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Invoice"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/one_off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a one-off invoice
         * @description Final at once, without grace period. Emits `invoice.created` and `invoice.finalized`, and `invoice.paid` if nothing is due.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateOneOffInvoice"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Invoice"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the first invoice of a subscription
         * @description Shows the amount before credit notes and wallets are applied. Stores nothing.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["PreviewInvoice"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InvoicePreview"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List fees
         * @description The lines of all invoices, in the order of their creation. A draft is shown as of its last refresh.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only those of this invoice */
                    invoice_id?: string;
                    /** @description Only those of this customer */
                    customer_id?: string;
                    /** @description Only those of this subscription */
                    subscription_id?: string;
                    /** @description Only fees of invoices issued on this day or later */
                    issuing_date_from?: string;
                    /** @description Only fees of invoices issued on this day or before */
                    issuing_date_to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of the list; with `Accept: text/csv`, all rows that the filters select */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Fee"][];
                        "text/csv": string;
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/receivables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what is due on open invoices
         * @description Returns one entry per currency: what is due now on finalized invoices that are not paid, and how much of it is overdue.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Receivables"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description By customer, plan, status or `external_id`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc" | "external_id" | "external_id:asc" | "external_id:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only subscriptions with this status */
                    status?: "pending" | "active" | "canceled" | "terminated";
                    /** @description Only those of this customer */
                    customer_id?: string;
                    /** @description Only subscriptions on this plan */
                    plan_id?: string;
                    /** @description Only the subscription with this external_id, e.g. `sub_1042` */
                    external_id?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Subscription"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a subscription
         * @description The subscription is active at once unless `subscription_at` is in the future. The plan must be in the currency of the customer, if that has one. Emits `subscription.created`, and `subscription.started` if it is active. A plan in advance is billed at once, or when its trial ends.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateSubscription"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Subscription"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a subscription
         * @description Shows the plan, the current billing period, and what is scheduled.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Subscription"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Update a subscription or change its plan
         * @description Changes the fields of the request; null clears `name` and `ending_at`. A `plan_id` that costs at least as much per year takes effect at once: the used part of the old plan is billed, the unused part of a fee in advance credited. A cheaper one waits for the end of the billing period as `next_plan_id`; the current `plan_id` withdraws it, and otherwise stands for its newest version. Emits `subscription.plan_changed` when the plan changes.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["UpdateSubscription"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Subscription"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Terminate a subscription
         * @description Ends an active subscription now. Makes the last invoice unless the action is `skip`, which also ends a subscription with a `billing_error`; `on_termination_credit_note` says how the unused part of a fee in advance is returned. Emits `subscription.terminated`.
         */
        delete: {
            parameters: {
                query?: {
                    /** @description Overrides `on_termination_action` of the subscription */
                    on_termination_action?: "generate_invoice" | "skip";
                    /** @description How the unused part of a fee in advance is returned. `offset` lowers what is due on the invoice of the fee, and only the rest becomes credit; `refund` returns what was paid, and the rest is an offset; `credit` makes all of it credit; `skip` returns nothing */
                    on_termination_credit_note?: "credit" | "refund" | "offset" | "skip";
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Terminated */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a pending subscription now
         * @description Sets `subscription_at` to the current time. Emits `subscription.started`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Subscription"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a subscription
         * @description Cancels a pending subscription at once, and an active one at the end of its billing period, with a last invoice. Emits `subscription.canceled` when the cancellation takes effect.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Subscription"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Withdraw a scheduled cancellation
         * @description The subscription goes on after the end of the billing period.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Withdrawn */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/change_plan_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a plan change
         * @description Shows when the change would take effect, its invoices with the usage so far, and the credit for a prepaid fee. Stores nothing.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["PreviewPlanChange"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PlanChangePreview"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/billing_period": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the billing period of an instant
         * @description Also returns the period that a bill made at that instant would cover under the current plan.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The instant, not before the first billing period; the current time by default */
                    at?: string;
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SubscriptionPeriods"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List coupons
         * @description Filter by `code` to find one coupon.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only the coupon with this code, e.g. `welcome` */
                    code?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Coupon"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a coupon
         * @description A coupon lowers the bills of subscriptions, before taxes, once it is applied to a customer. It may be limited to plans or to billable metrics.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateCoupon"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Coupon"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/coupons/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a coupon
         * @description By its id; the list finds coupons by `code`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Coupon"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Update a coupon
         * @description Changes the fields that are sent. Once the coupon has been applied, only `name` and `expiration_at` can change.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["UpdateCoupon"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Coupon"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Delete a coupon
         * @description Ends its applications, which stay readable. Invoices keep the discounts that they have.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Deleted */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the coupons applied to a customer
         * @description With what is left of each.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description `exhausted`: nothing is left of it; `ended`: ended by a call, or with its coupon */
                    status?: "active" | "exhausted" | "ended";
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AppliedCoupon"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Apply a coupon to a customer
         * @description Takes a snapshot of its terms; those that are sent replace them for this customer. The coupon lowers the bills of subscriptions that are finalized from now on.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ApplyCoupon"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AppliedCoupon"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/coupons/{applied_coupon_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a coupon applied to a customer
         * @description Shows what is left of it.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                    /** @description Id of the record */
                    applied_coupon_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AppliedCoupon"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * End a coupon applied to a customer
         * @description It lowers no further bill. Invoices keep the discounts that they have.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                    /** @description Id of the record */
                    applied_coupon_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Ended */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit_notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List credit notes
         * @description By customer, invoice or status.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only those of this customer */
                    customer_id?: string;
                    /** @description Only those of this invoice */
                    invoice_id?: string;
                    /** @description Only credit notes with this status */
                    status?: "draft" | "finalized" | "voided";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of the list; with `Accept: text/csv`, all rows that the filters select */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreditNote"][];
                        "text/csv": string;
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a credit note
         * @description Credits fees of a finalized or paid invoice, at most what other notes left of their net amounts, with taxes. Credit, refund and offset add up to the total. A refund is `pending` until it is reported. Emits `credit_note.created`, and with `finalize` also `credit_note.finalized`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateCreditNote"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreditNote"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit_notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a credit note
         * @description Shows its items, and how much of it was credited, refunded or offset, and how much is left.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreditNote"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit_notes/{id}/finalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finalize a credit note
         * @description From now on the customer’s invoices use its credit, and its offset is applied to its own invoice. Emits `credit_note.finalized`, after `invoice.paid` if nothing is due any more.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["FinalizeCreditNote"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreditNote"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit_notes/{id}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the document of a credit note
         * @description Accessible HTML, or tagged PDF. Once final it never changes: the same bytes every time. A draft is marked as such and has no number.
         */
        get: {
            parameters: {
                query?: {
                    /** @description `current`: a rendering of its own that shows the state of now, with a stamp for paid and void; it is not stored */
                    stamp?: "current";
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The document: HTML, or PDF for `Accept: application/pdf` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": string;
                        "application/pdf": string;
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit_notes/{id}/document.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the document of a credit note as PDF
         * @description Tagged PDF with embedded fonts, whatever the request accepts.
         */
        get: {
            parameters: {
                query?: {
                    /** @description `current`: a rendering of its own that shows the state of now, with a stamp for paid and void; it is not stored */
                    stamp?: "current";
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The document as PDF */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/pdf": string;
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit_notes/{id}/document_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a public link to the document of a credit note
         * @description Whoever has the link can open the document without a key until it expires. Erasing the customer ends it earlier.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["CreateDocumentLink"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentLink"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit_notes/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a credit note by e-mail
         * @description Queues an e-mail with its document attached, and a public link to it, whatever the settings for e-mails say. Each call sends another one: use an Idempotency-Key.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["SendEmail"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Email"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit_notes/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void a credit note
         * @description Voids a draft, or a note whose credit is unused. Its fees can be credited again.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreditNote"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List wallets
         * @description By customer or status.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only those of this customer */
                    customer_id?: string;
                    /** @description Only wallets with this status */
                    status?: "active" | "terminated";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Wallet"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a wallet
         * @description Invoices in its currency use the wallet when they are finalized, after credit notes. Emits `wallet.created`, and `wallet.transaction.created` for the first credits.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateWallet"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Wallet"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a wallet
         * @description Shows the balance in credits and in money, and what was consumed.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Wallet"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Update a wallet
         * @description Changes the fields that are sent; null clears one.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["UpdateWallet"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Wallet"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Terminate a wallet
         * @description Voids the balance: emits `wallet.transaction.created`, then `wallet.terminated`. The wallet stays readable. An invoice that is voided later gives nothing back to it.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Terminated */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}/top_up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Top up a wallet
         * @description Credits with the source `paid` are recorded as received, unless `collect` is true: then an invoice of type `credit` is charged or paid by link, and adds them. Emits `wallet.transaction.created` when they are added.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TopUpWallet"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ToppedUpWallet"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}/top_ups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the collected top-ups of a wallet
         * @description Those that an invoice sells: with `collect`, and automatic ones.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WalletTopUp"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of a wallet
         * @description The append-only ledger, whose sums are the balances. Amounts in cents are exact; credits follow in proportion, floored at 5 decimals, and the last cent takes the last credit.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc" | "sequence" | "sequence:asc" | "sequence:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WalletTransaction"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/webhook/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a webhook of a payment provider
         * @description Called by providers, at the `webhook_url` of the connection, whose `?connection=` identifies the secret. The signature is in `Stripe-Signature`, `X-Razorpay-Signature`, or otherwise `Webhook-Signature`. Needs no API key. Duplicates and unknown payments are answered with 200. `manual` takes `event_id`, `event_type`, `payment_id` or `provider_payment_id`, `status`, `amount` in minor units, `currency`, `refund_id`, `failure_reason` and `occurred_at`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The payment provider */
                    provider: "stripe" | "razorpay" | "gocardless" | "dodopayments" | "manual";
                };
                cookie?: never;
            };
            /** @description The bytes that the provider signed */
            requestBody?: {
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NotificationResult"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description By customer, invoice, payment request, provider, status or time.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only those of this invoice */
                    invoice_id?: string;
                    /** @description Only those of this payment request */
                    payment_request_id?: string;
                    /** @description Only payments of this record, of a type that this installation adds */
                    target_id?: string;
                    /** @description Only those of this customer */
                    customer_id?: string;
                    /** @description Only payments with this status */
                    status?: "pending" | "processing" | "succeeded" | "failed" | "canceled" | "refunded";
                    /** @description Only payments of this provider */
                    provider?: components["schemas"]["PaymentProvider"];
                    /** @description Only payments whose money a person has to decide about, or only the others */
                    needs_review?: boolean;
                    /** @description Only payments created at this instant or later */
                    created_after?: string | number;
                    /** @description Only payments created before this instant */
                    created_before?: string | number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of the list; with `Accept: text/csv`, all rows that the filters select */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Payment"][];
                        "text/csv": string;
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Register a payment made through a provider
         * @description Creates a `pending` payment, which notifications of the provider change. Pass its `id` to the provider as metadata `payment_id`, or send the ids of the provider here. Notifications already received for them are applied at once.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreatePayment"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Payment"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a payment received outside a provider
         * @description Creates a payment that has succeeded and applies it to the invoice, or to the invoices of the payment request.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RecordPayment"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Payment"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment
         * @description Shows its status, what it paid, and what was refunded.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Payment"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a refund
         * @description For a refund made outside a provider; others are recorded from notifications. The invoice stays paid: a credit note lowers the billed amount. What credit notes will refund is reserved for them; `credit_note_id` names the one whose refund this is.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["RefundPayment"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Payment"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a payment through its provider
         * @description Orders a refund, which is sent after this response; its status follows. What credit notes will refund needs `credit_note_id`. More than is left is a 422. The invoice stays paid.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["OrderRefund"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Refund"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description Those through providers. By payment, credit note or status.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only refunds of this payment */
                    payment_id?: string;
                    /** @description Only refunds for this credit note */
                    credit_note_id?: string;
                    /** @description Only refunds with this status */
                    status?: "created" | "pending" | "succeeded" | "failed" | "unknown";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Refund"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a refund
         * @description Shows whether the money has gone back.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Refund"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disputes
         * @description By payment, customer or status.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only disputes of this payment */
                    payment_id?: string;
                    /** @description Only disputes of this customer */
                    customer_id?: string;
                    /** @description Only disputes with this status */
                    status?: "needs_response" | "under_review" | "won" | "lost";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Dispute"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disputes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a dispute
         * @description Shows deadline and outcome.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Dispute"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connected payment providers
         * @description Connections without their secrets.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PaymentProviderConnection"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_providers/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a connected payment provider
         * @description Shows the `webhook_url` to configure at the provider; never the secret.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The payment provider */
                    provider: "stripe" | "razorpay" | "gocardless" | "dodopayments" | "manual";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PaymentProviderConnection"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Connect a payment provider, or change its secret or credentials
         * @description Configure the returned `webhook_url` at the provider. The previous secret still verifies until `previous_secret_expires_at`. With `credentials` the service collects money; it asks the provider whether they are good, for up to 10 seconds: see `connection_state`. Absent fields keep their value.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The payment provider */
                    provider: "stripe" | "razorpay" | "gocardless" | "dodopayments" | "manual";
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["PutPaymentProviderConnection"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PaymentProviderConnection"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Disconnect a payment provider
         * @description Webhooks of the provider are refused with 401 from now on.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The payment provider */
                    provider: "stripe" | "razorpay" | "gocardless" | "dodopayments" | "manual";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Disconnected */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_providers/{provider}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notifications of a payment provider
         * @description Every notification with a valid signature, with its result and the reason.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only this status */
                    status?: "received" | "processed" | "ignored" | "failed" | "held";
                    /** @description Id of the payment that the notification is about */
                    payment_id?: string;
                };
                header?: never;
                path: {
                    /** @description The payment provider */
                    provider: "stripe" | "razorpay" | "gocardless" | "dodopayments" | "manual";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProviderNotification"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_providers/{provider}/notifications/{id}/reprocess": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reprocess a notification
         * @description For a notification that had no effect, once the reason is gone: for example, its payment is now registered.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The payment provider */
                    provider: "stripe" | "razorpay" | "gocardless" | "dodopayments" | "manual";
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProviderNotification"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_providers/{provider}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calls of a payment provider
         * @description Every request that was sent to the provider, with its answer; without secrets, card data and personal data.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Id of the collection that the call belongs to; null for others, such as the check of a connection */
                    collection_id?: string;
                };
                header?: never;
                path: {
                    /** @description The payment provider */
                    provider: "stripe" | "razorpay" | "gocardless" | "dodopayments" | "manual";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProviderCall"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List collections
         * @description The links and charges by which money is collected. By target, customer, status, kind or provider.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only those of this invoice */
                    invoice_id?: string;
                    /** @description Only those of this payment request */
                    payment_request_id?: string;
                    /** @description Only those of this customer */
                    customer_id?: string;
                    /** @description Only collections with this status */
                    status?: "created" | "open" | "processing" | "succeeded" | "failed" | "canceled" | "unknown";
                    /** @description Only collections of this kind */
                    kind?: "link" | "charge";
                    /** @description Only collections of this provider, e.g. `stripe` */
                    provider?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Collection"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a collection
         * @description Shows its status as last read from the provider, and whether it can still take money.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Collection"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a collection
         * @description Ends the link or charge at the provider. Once money is on its way, it refuses; the collection is then canceled as soon as that is possible.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Collection"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a link to pay an invoice
         * @description Returns a page of this service that leads to one of the provider, for what is due. A repetition returns an open link, and replaces it when the amount has changed. After a 503, repeat it.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CheckoutResponse"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/collect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charge the default payment method with what is due on an invoice
         * @description Returns the collection at once; the provider is asked afterwards, and events say how it ends. An open link is made dead first. While the charge is under way, a repetition returns it.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Collection"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_requests/{id}/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a link to pay a payment request
         * @description As for an invoice; the link covers all invoices of the payment request on which something is due.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CheckoutResponse"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/payment_methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the saved payment methods of a customer
         * @description As the providers last showed them, without deleted ones.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PaymentMethod"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/payment_methods/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a page on which the customer saves a payment method
         * @description The page is the provider’s: no card data comes here. The method appears in the list once the customer is done, and the first one becomes the default.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetupPaymentMethod"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PaymentMethodSetup"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/payment_methods/{methodId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a saved payment method
         * @description It is not charged from now on, and is deleted at the provider. If the provider does not respond, the response is 503: repeat the request.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                    /** @description Id of the record */
                    methodId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/payment_methods/{methodId}/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a payment method the default
         * @description Automatic collection and dunning charge it from now on.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                    /** @description Id of the record */
                    methodId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PaymentMethod"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/payment_providers/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the customer of a provider that a customer is mapped to
         * @description By an adoption, or because a setup or a charge made one.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                    /** @description The payment provider */
                    provider: "stripe" | "razorpay" | "gocardless" | "dodopayments" | "manual";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProviderCustomer"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Map a customer to a customer of a provider
         * @description Adopts the customer that exists there, with its saved methods, which are read soon.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                    /** @description The payment provider */
                    provider: "stripe" | "razorpay" | "gocardless" | "dodopayments" | "manual";
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PutProviderCustomer"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProviderCustomer"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collection_settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how the organization collects
         * @description Counts where neither the invoice, its subscription nor its customer says otherwise.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationCollectionSettings"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Set how the organization collects
         * @description Counts for invoices that become final from now on.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PutOrganizationCollectionSettings"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationCollectionSettings"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/collection_settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how a customer’s invoices are collected
         * @description Null: as the organization’s.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CollectionSettings"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Set how a customer’s invoices are collected
         * @description Counts for invoices that become final from now on.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PutCollectionSettings"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CollectionSettings"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/collection_settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how a subscription’s invoices are collected
         * @description Null: as the customer’s.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CollectionSettings"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Set how a subscription’s invoices are collected
         * @description Counts for invoices that become final from now on.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PutCollectionSettings"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CollectionSettings"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/collection_settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how an invoice is collected
         * @description With the next charge, or why nothing is charged by itself any more.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InvoiceCollectionSettings"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Set how an invoice is collected
         * @description Counts at once: `automatic` schedules a charge, also after it stopped; `manual` ends that.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PutCollectionSettings"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InvoiceCollectionSettings"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dunning_campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dunning campaigns
         * @description Filter by `code` to find one campaign.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only the campaign with this code, e.g. `gentle` */
                    code?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DunningCampaign"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a dunning campaign
         * @description When the overdue invoices of a customer reach the threshold of their currency, the campaign requests their payment, and attempts one every `days_between_attempts` days until they are paid or `max_attempts` is reached.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateDunningCampaign"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DunningCampaign"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dunning_campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a dunning campaign
         * @description Shows its thresholds, attempts and the days between them.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DunningCampaign"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Update a dunning campaign
         * @description Changes the fields that are sent, for payment requests created from now on; open ones keep the attempts they began with.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["UpdateDunningCampaign"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DunningCampaign"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Delete a dunning campaign
         * @description The default campaign of the organization applies to its customers. Open payment requests run to their end.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The campaign is deleted */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/dunning_campaign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the dunning campaign of a customer
         * @description The campaign of its own; null: the one that applies to the organization, if any.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CustomerDunningCampaign"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Assign a dunning campaign to a customer
         * @description Takes precedence over the organization's default campaign; null removes it. Emits no `customer.updated`, because it is no field of the customer.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["AssignDunningCampaign"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CustomerDunningCampaign"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment requests
         * @description By customer, campaign or payment status.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only those of this customer */
                    customer_id?: string;
                    /** @description Only payment requests with this status */
                    payment_status?: "pending" | "succeeded" | "failed";
                    /** @description Only payment requests of this campaign */
                    dunning_campaign_id?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PaymentRequest"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Request payment of invoices
         * @description Emits `payment_request.created`. An invoice can be in one open payment request, otherwise the response is 409. Payments with its `payment_request_id` are applied to the invoices, oldest first. The request fails with its payment; money that arrives later is still applied.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreatePaymentRequest"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PaymentRequest"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_requests/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request payment of all overdue invoices
         * @description Creates a payment request per customer and currency for all overdue invoices that are in no open one, and returns them: roughly 1,000, or 100 with an Idempotency-Key. Repeat it until the response is empty.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PaymentRequest"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment request
         * @description Shows its invoices, what is asked for and what was paid.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PaymentRequest"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_requests/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a payment request by e-mail
         * @description Queues an e-mail with the documents of its invoices attached, and public links to them, whatever the settings for e-mails say. Each call sends another one: use an Idempotency-Key.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["SendEmail"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Email"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a public link to a document
         * @description Needs no API key: the token of the link is the permission.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    token: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The document: HTML, or PDF for `Accept: application/pdf` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": string;
                        "application/pdf": string;
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{token}/document.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a public link as PDF
         * @description Needs no API key: the token of the link is the permission.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    token: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The document as PDF */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/pdf": string;
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/current/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings for e-mails
         * @description What is sent to customers by itself, and how.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EmailSettings"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Change the settings for e-mails
         * @description Applies to what happens from now on. E-mails that wait are sent with the new sender.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["UpdateEmailSettings"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EmailSettings"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List e-mails
         * @description By customer, by what they are about, kind or state.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only e-mails of this kind */
                    kind?: "invoice" | "receipt" | "credit_note" | "payment_request";
                    /** @description Only e-mails in this state */
                    state?: "pending" | "sent" | "bounced" | "failed" | "canceled";
                    /** @description Only those of this customer */
                    customer_id?: string;
                    /** @description Only those of this invoice */
                    invoice_id?: string;
                    /** @description Only e-mails about this credit note */
                    credit_note_id?: string;
                    /** @description Only those of this payment request */
                    payment_request_id?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Email"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an e-mail
         * @description Shows its state, and why the last attempt failed.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Email"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{id}/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the message of an e-mail
         * @description Exactly what was sent, as a file `.eml`. Exists from the first attempt on, and is kept for `RETENTION_DAYS`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The message in the format of RFC 5322 */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "message/rfc822": string;
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the invoices of each day
         * @description Returns one entry per day and currency, oldest first: how many became final, paid or void.
         */
        get: {
            parameters: {
                query?: {
                    /** @description First day, in UTC; by default 29 days before `to` */
                    from?: string;
                    /** @description Last day, in UTC; today by default. A series has at most 366 days */
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InvoiceAnalytics"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/mrr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the monthly recurring revenue of each day
         * @description Returns one entry per day and currency, oldest first: the plan fees of the subscriptions that were active at the end of the day, as an amount per month. Without usage, discounts and taxes.
         */
        get: {
            parameters: {
                query?: {
                    /** @description First day, in UTC; by default 29 days before `to` */
                    from?: string;
                    /** @description Last day, in UTC; today by default. A series has at most 366 days */
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MrrAnalytics"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/hooks/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description What was sent and what waits, by endpoint, kind, status, object or time.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc" | "updated_at" | "updated_at:asc" | "updated_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only this event type */
                    webhook_type?: components["schemas"]["EventKind"];
                    /** @description Only this status */
                    status?: "pending" | "succeeded" | "failed";
                    /** @description Only this endpoint */
                    webhook_endpoint_id?: string;
                    /** @description Only this object type */
                    object_type?: components["schemas"]["EventObjectType"];
                    /** @description Only this object */
                    object_id?: string;
                    /** @description Only events about this customer and what belongs to it, such as its invoices */
                    customer_id?: string;
                    /** @description Only events about the customer with this `external_id`, e.g. `cust_1042` */
                    external_customer_id?: string;
                    /** @description Created at or after this time */
                    created_after?: string;
                    /** @description Created before this time */
                    created_before?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Delivery"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/hooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Shows the body as it is sent, and the outcome of the last attempt.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Delivery"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/hooks/{id}/delivery_attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attempts of a delivery
         * @description Returns all attempts in the order of `attempt_number`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeliveryAttempt"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/hooks/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed delivery
         * @description Queues one attempt immediately. It counts as a retry; if it fails, the delivery is `failed` again.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Delivery"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/delivery_stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Delivery statistics per endpoint
         * @description Returns an entry for every endpoint, with zeros for one without deliveries.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeliveryStats"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test delivery or a sample
         * @description With `webhook_type`, sends a sample of that type, marked `"sample": true`: it is in no list or statistic. Without it, sends a `webhook_endpoint.test` event. Either is signed, recorded and retried.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["TestWebhookEndpoint"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Delivery"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the deliveries of each day
         * @description Returns one entry per day, oldest first: how the deliveries that were created on it ended. Pending ones and samples are not counted. The counters are kept for `RETENTION_DAYS`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description First day, in UTC; by default 29 days before `to` */
                    from?: string;
                    /** @description Last day, in UTC; today by default. A series has at most 366 days */
                    to?: string;
                    /** @description Only deliveries to this endpoint */
                    webhook_endpoint_id?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeliveryAnalytics"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the event types
         * @description Returns all event types on one page. Schemas refer to the components of /openapi.json.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EventType"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Without their secrets.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc" | "updated_at" | "updated_at:asc" | "updated_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookEndpoint"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Returns the signing secret. Each endpoint receives the events of its `event_types`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateWebhookEndpoint"];
                };
            };
            responses: {
                /** @description Created */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Without its secret.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookEndpoint"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Update a webhook endpoint
         * @description Changes only the given fields. Applies to the next attempt of every delivery.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["UpdateWebhookEndpoint"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookEndpoint"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Its pending deliveries become `failed`. Its delivery history stays readable.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Deleted */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requests of an inbox
         * @description Returns what the endpoint has received while its `url` was `inbox`, the latest 1,000 requests of RETENTION_DAYS.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InboxRequest"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/inbox/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the requests of an inbox
         * @description Server-sent events: `ready` at the beginning, `request` with an `InboxRequest` for each request, and `end` with a `reason` if the service ends the stream. The id of an event is the `sequence` to resume after.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only requests after the one with this `sequence`, as the header `Last-Event-ID`; without either, only new ones, e.g. `42` */
                    after?: number;
                };
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The events, until either side ends the response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry the failed deliveries of a span
         * @description Queues them step by step in the background, each once, as a retry by hand does. Responds with 202 and the running recovery, or with 200 and `total: 0` if no delivery of the span has failed.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RecoverWebhookEndpoint"];
                };
            };
            responses: {
                /** @description There is nothing to retry */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookRecovery"];
                    };
                };
                /** @description The recovery is running */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookRecovery"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/recoveries/{recovery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a recovery
         * @description Shows how many deliveries of the span are queued already, and whether the recovery goes on.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                    /** @description Id of the record */
                    recovery_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookRecovery"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/recoveries/{recovery_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a recovery
         * @description No further delivery is queued; what is queued already is sent. Changes nothing if it has ended.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                    /** @description Id of the record */
                    recovery_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookRecovery"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reveal the signing secret
         * @description Your receiver needs it to verify signatures.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookEndpointSecret"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description During the overlap, `X-Svc-Signature` is made with the oldest valid secret, and `webhook-signature` with all. Up to five earlier secrets sign until their announced ends.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of the record */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["RotateWebhookEndpointSecret"];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookEndpointSecret"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reconciliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the sums that must agree
         * @description Compares balances with transactions, amounts paid with payments, and deliveries with events. Reads the whole history, so call it sparingly. The metric `reconciliation_mismatches` has a daily result.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Reconciliation"];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit_log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of the audit log
         * @description Each successful write leaves one entry, except usage events. Of jobs, it has the transitions of subscriptions, invoices and payments. Entries are never changed.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of records to skip */
                    skip?: number;
                    /** @description Maximum number of records to return */
                    limit?: number;
                    /** @description Field to order by; ascending, or descending with `:desc`. Ties are ordered by id. */
                    order_by?: "created_at" | "created_at:asc" | "created_at:desc";
                    /** @description Only records after this cursor, which is in the `Link` header of a page, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    after?: string;
                    /** @description Only records before this cursor, the nearest ones, e.g. `WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh` */
                    before?: string;
                    /** @description Only this kind of actor */
                    actor_type?: "api_key" | "admin" | "anonymous" | "system";
                    /** @description Only requests with this API key */
                    api_key_id?: string;
                    /** @description Only this operation, e.g. `updateCustomer` */
                    operation?: string;
                    /** @description Only this object type */
                    object_type?: components["schemas"]["AuditedObjectType"];
                    /** @description Only this object */
                    object_id?: string;
                    /** @description Only the request with this X-Request-Id, e.g. `0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a` */
                    request_id?: string;
                    /** @description Created at or after this time */
                    created_after?: string;
                    /** @description Created before this time */
                    created_before?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuditEntry"][];
                    };
                };
                /** @description Error */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CreateApiKey: {
            /** @description What the key is for */
            name: string;
            /**
             * Format: date-time
             * @description When the key expires, null: never. Must be in the future and not after the expiry of the key that makes the request, which is the default
             */
            expires_at?: string | null;
            /** @description What the key may do; at most what the key that makes the request may do, which is the default. `*` is everything */
            scopes?: ("*" | "keys:read" | "keys:manage" | "organization:read" | "organization:write" | "organization:export" | "taxes:read" | "taxes:write" | "customers:read" | "customers:write" | "timeline:read" | "billable_metrics:read" | "billable_metrics:write" | "plans:read" | "plans:write" | "events:read" | "events:write" | "invoices:read" | "invoices:write" | "credit_notes:read" | "credit_notes:write" | "subscriptions:read" | "subscriptions:write" | "wallets:read" | "wallets:write" | "payments:read" | "payments:write" | "refunds:read" | "refunds:write" | "disputes:read" | "payment_providers:read" | "payment_providers:manage" | "collections:read" | "collections:write" | "payment_methods:read" | "payment_methods:write" | "coupons:read" | "coupons:write" | "webhooks:read" | "webhooks:manage" | "dunning:read" | "dunning:write" | "payment_requests:read" | "payment_requests:write" | "emails:read" | "emails:write" | "portal:write" | "reconciliation:read" | "usage_thresholds:read" | "usage_thresholds:write" | "audit_log:read" | "test_clock:read" | "test_clock:manage")[];
            /**
             * @description A set of scopes, added to `scopes`: `full` is `*`, `read_only` is every scope that ends with `:read`, `ingest_only` is `events:write`
             * @enum {string}
             */
            preset?: "full" | "read_only" | "ingest_only";
        };
        CreatedApiKey: {
            /**
             * Format: uuid
             * @description Id of the API key
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the organization that the key belongs to
             */
            organization_id: string;
            /** @description What the key is for */
            name: string;
            /** @description Beginning of the raw key */
            key_prefix: string;
            /**
             * @description `revoked` once it was revoked; an expired key remains `active`
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description What the key may do; `*` is everything */
            scopes: ("*" | "keys:read" | "keys:manage" | "organization:read" | "organization:write" | "organization:export" | "taxes:read" | "taxes:write" | "customers:read" | "customers:write" | "timeline:read" | "billable_metrics:read" | "billable_metrics:write" | "plans:read" | "plans:write" | "events:read" | "events:write" | "invoices:read" | "invoices:write" | "credit_notes:read" | "credit_notes:write" | "subscriptions:read" | "subscriptions:write" | "wallets:read" | "wallets:write" | "payments:read" | "payments:write" | "refunds:read" | "refunds:write" | "disputes:read" | "payment_providers:read" | "payment_providers:manage" | "collections:read" | "collections:write" | "payment_methods:read" | "payment_methods:write" | "coupons:read" | "coupons:write" | "webhooks:read" | "webhooks:manage" | "dunning:read" | "dunning:write" | "payment_requests:read" | "payment_requests:write" | "emails:read" | "emails:write" | "portal:write" | "reconciliation:read" | "usage_thresholds:read" | "usage_thresholds:write" | "audit_log:read" | "test_clock:read" | "test_clock:manage")[];
            /**
             * Format: date-time
             * @description When it last authenticated a request
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When it expires; null: never
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When a rotation replaced it; such a key cannot be rotated again
             */
            rotated_at: string | null;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /** @description The raw key, shown only in this response */
            raw_key: string;
        };
        ApiKey: {
            /**
             * Format: uuid
             * @description Id of the API key
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the organization that the key belongs to
             */
            organization_id: string;
            /** @description What the key is for */
            name: string;
            /** @description Beginning of the raw key */
            key_prefix: string;
            /**
             * @description `revoked` once it was revoked; an expired key remains `active`
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description What the key may do; `*` is everything */
            scopes: ("*" | "keys:read" | "keys:manage" | "organization:read" | "organization:write" | "organization:export" | "taxes:read" | "taxes:write" | "customers:read" | "customers:write" | "timeline:read" | "billable_metrics:read" | "billable_metrics:write" | "plans:read" | "plans:write" | "events:read" | "events:write" | "invoices:read" | "invoices:write" | "credit_notes:read" | "credit_notes:write" | "subscriptions:read" | "subscriptions:write" | "wallets:read" | "wallets:write" | "payments:read" | "payments:write" | "refunds:read" | "refunds:write" | "disputes:read" | "payment_providers:read" | "payment_providers:manage" | "collections:read" | "collections:write" | "payment_methods:read" | "payment_methods:write" | "coupons:read" | "coupons:write" | "webhooks:read" | "webhooks:manage" | "dunning:read" | "dunning:write" | "payment_requests:read" | "payment_requests:write" | "emails:read" | "emails:write" | "portal:write" | "reconciliation:read" | "usage_thresholds:read" | "usage_thresholds:write" | "audit_log:read" | "test_clock:read" | "test_clock:manage")[];
            /**
             * Format: date-time
             * @description When it last authenticated a request
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When it expires; null: never
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When a rotation replaced it; such a key cannot be rotated again
             */
            rotated_at: string | null;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        RotateApiKey: {
            /**
             * Format: int32
             * @description Seconds for which the old key remains usable
             * @default 0
             */
            overlap_seconds?: number;
            /**
             * Format: date-time
             * @description When the new key expires, null: never. By default when the old one would have, but never after the key that makes the request
             */
            expires_at?: string | null;
        };
        CreateOrganization: {
            /** @description Legal name on documents; null: `name` */
            legal_name?: string | null;
            /** @description Tax id on documents, e.g. the VAT number */
            tax_id?: string | null;
            /** @description First line of the address */
            address_line1?: string | null;
            /** @description Second line of the address */
            address_line2?: string | null;
            /** @description Postal code */
            zipcode?: string | null;
            /** @description City */
            city?: string | null;
            /** @description State or region */
            state?: string | null;
            /** @description ISO 3166-1 alpha-2 country code */
            country?: string | null;
            /** @description Text below the totals of documents, such as registrations and payment terms */
            legal_text?: string | null;
            /** @description Colour of headings and lines on documents */
            accent_color?: string;
            /** @description Colour behind the headings of tables on documents */
            header_color?: string;
            /**
             * @description Locale of documents and e-mails for customers without a locale of their own
             * @enum {string}
             */
            locale?: "de" | "en" | "es" | "fr";
            /** @description Name of the organization */
            name: string;
            /**
             * @description Currency of customers without a currency of their own
             * @default USD
             */
            default_currency?: string;
            /**
             * @description Time zone of customers without a time zone of their own
             * @default UTC
             */
            timezone?: string;
            /**
             * @description Whether it is a test organization: its API keys begin with `svc_test_`. Cannot be changed
             * @default false
             */
            test?: boolean;
            /**
             * @description How invoices are charged; null: inherited. Needs `collections:write`
             * @enum {string|null}
             */
            collection_method?: "automatic" | "manual" | null;
        };
        CreatedOrganization: {
            /** @description Legal name on documents; null: `name` */
            legal_name: string | null;
            /** @description Tax id on documents, e.g. the VAT number */
            tax_id: string | null;
            /** @description First line of the address */
            address_line1: string | null;
            /** @description Second line of the address */
            address_line2: string | null;
            /** @description Postal code */
            zipcode: string | null;
            /** @description City */
            city: string | null;
            /** @description State or region */
            state: string | null;
            /** @description ISO 3166-1 alpha-2 country code */
            country: string | null;
            /** @description Text below the totals of documents, such as registrations and payment terms */
            legal_text: string | null;
            /** @description Colour of headings and lines on documents */
            accent_color: string;
            /** @description Colour behind the headings of tables on documents */
            header_color: string;
            /** @description Locale of documents and e-mails for customers without a locale of their own */
            locale: string;
            /**
             * Format: uuid
             * @description Id of the organization
             */
            id: string;
            /** @description Name of the organization */
            name: string;
            /** @description Currency of customers without a currency of their own */
            default_currency: string;
            /** @description Time zone of customers without a time zone of their own */
            timezone: string;
            /** @description Whether it is a test organization: its API keys begin with `svc_test_`. Cannot be changed */
            test: boolean;
            /**
             * @description `suspended` by the operator: reads work, changes are refused, billing and deliveries wait
             * @enum {string}
             */
            status: "active" | "suspended" | "deleting";
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /** @description The first API key, including the raw key */
            api_key: components["schemas"]["CreatedApiKey"];
            /**
             * @description How invoices are charged; null: inherited
             * @enum {string|null}
             */
            collection_method: "automatic" | "manual" | null;
        };
        Organization: {
            /** @description Legal name on documents; null: `name` */
            legal_name: string | null;
            /** @description Tax id on documents, e.g. the VAT number */
            tax_id: string | null;
            /** @description First line of the address */
            address_line1: string | null;
            /** @description Second line of the address */
            address_line2: string | null;
            /** @description Postal code */
            zipcode: string | null;
            /** @description City */
            city: string | null;
            /** @description State or region */
            state: string | null;
            /** @description ISO 3166-1 alpha-2 country code */
            country: string | null;
            /** @description Text below the totals of documents, such as registrations and payment terms */
            legal_text: string | null;
            /** @description Colour of headings and lines on documents */
            accent_color: string;
            /** @description Colour behind the headings of tables on documents */
            header_color: string;
            /** @description Locale of documents and e-mails for customers without a locale of their own */
            locale: string;
            /**
             * Format: uuid
             * @description Id of the organization
             */
            id: string;
            /** @description Name of the organization */
            name: string;
            /** @description Currency of customers without a currency of their own */
            default_currency: string;
            /** @description Time zone of customers without a time zone of their own */
            timezone: string;
            /** @description Whether it is a test organization: its API keys begin with `svc_test_`. Cannot be changed */
            test: boolean;
            /**
             * @description `suspended` by the operator: reads work, changes are refused, billing and deliveries wait
             * @enum {string}
             */
            status: "active" | "suspended" | "deleting";
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /**
             * @description How invoices are charged; null: inherited
             * @enum {string|null}
             */
            collection_method: "automatic" | "manual" | null;
        };
        UpdateOrganization: {
            /** @description Legal name on documents; null: `name` */
            legal_name?: string | null;
            /** @description Tax id on documents, e.g. the VAT number */
            tax_id?: string | null;
            /** @description First line of the address */
            address_line1?: string | null;
            /** @description Second line of the address */
            address_line2?: string | null;
            /** @description Postal code */
            zipcode?: string | null;
            /** @description City */
            city?: string | null;
            /** @description State or region */
            state?: string | null;
            /** @description ISO 3166-1 alpha-2 country code */
            country?: string | null;
            /** @description Text below the totals of documents, such as registrations and payment terms */
            legal_text?: string | null;
            /** @description Colour of headings and lines on documents */
            accent_color?: string;
            /** @description Colour behind the headings of tables on documents */
            header_color?: string;
            /**
             * @description Locale of documents and e-mails for customers without a locale of their own
             * @enum {string}
             */
            locale?: "de" | "en" | "es" | "fr";
            /** @description Name of the organization */
            name?: string;
            /** @description Currency of customers without a currency of their own */
            default_currency?: string;
            /** @description Time zone of customers without a time zone of their own */
            timezone?: string;
            /**
             * @description How invoices are charged; null: inherited. Needs `collections:write`
             * @enum {string|null}
             */
            collection_method?: "automatic" | "manual" | null;
        };
        AdminOrganization: {
            /** @description Legal name on documents; null: `name` */
            legal_name: string | null;
            /** @description Tax id on documents, e.g. the VAT number */
            tax_id: string | null;
            /** @description First line of the address */
            address_line1: string | null;
            /** @description Second line of the address */
            address_line2: string | null;
            /** @description Postal code */
            zipcode: string | null;
            /** @description City */
            city: string | null;
            /** @description State or region */
            state: string | null;
            /** @description ISO 3166-1 alpha-2 country code */
            country: string | null;
            /** @description Text below the totals of documents, such as registrations and payment terms */
            legal_text: string | null;
            /** @description Colour of headings and lines on documents */
            accent_color: string;
            /** @description Colour behind the headings of tables on documents */
            header_color: string;
            /** @description Locale of documents and e-mails for customers without a locale of their own */
            locale: string;
            /**
             * Format: uuid
             * @description Id of the organization
             */
            id: string;
            /** @description Name of the organization */
            name: string;
            /** @description Currency of customers without a currency of their own */
            default_currency: string;
            /** @description Time zone of customers without a time zone of their own */
            timezone: string;
            /** @description Whether it is a test organization: its API keys begin with `svc_test_`. Cannot be changed */
            test: boolean;
            /**
             * @description `suspended` by the operator: reads work, changes are refused, billing and deliveries wait
             * @enum {string}
             */
            status: "active" | "suspended" | "deleting";
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was suspended
             */
            suspended_at: string | null;
            /** @description Your own note, which the organization does not see */
            suspension_reason: string | null;
        };
        SuspendOrganization: {
            /** @description Your own note, which the organization does not see */
            reason?: string | null;
        };
        InstallationLogEntry: {
            /**
             * Format: uuid
             * @description Id of the entry
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the organization, which may be deleted
             */
            organization_id: string;
            /** @description Its name at that time */
            organization_name: string;
            /**
             * @description What happened
             * @enum {string}
             */
            action: "organization.suspended" | "organization.resumed" | "organization.deletion_requested" | "organization.deleted" | "api_key.created" | "api_key.revoked";
            /** @description The reason of a suspension, or the beginning of a key */
            note: string | null;
            /** @description X-Request-Id of the request; null for a job */
            request_id: string | null;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
        };
        CellCounts: {
            /**
             * Format: int64
             * @description Served here
             */
            active: number;
            /**
             * Format: int64
             * @description Moving here
             */
            arriving: number;
            /**
             * Format: int64
             * @description Moving away
             */
            leaving: number;
            /**
             * Format: int64
             * @description In another cell
             */
            moved: number;
        };
        CellMove: {
            /**
             * Format: uuid
             * @description The organization
             */
            organization_id: string;
            /** @description Base URL of the other cell */
            moved_to: string | null;
            /** @description The last step that is done */
            step: string;
            /** @description Why it has stopped */
            detail: string | null;
            /**
             * Format: date-time
             * @description When it began
             */
            started_at: string;
        };
        CellOverview: {
            /** @description The name in CELL */
            name: string | null;
            /** @description Their number by state */
            organizations: components["schemas"]["CellCounts"];
            /** @description Moves out of it that are not done */
            moves: components["schemas"]["CellMove"][];
        };
        CreateCustomer: {
            /** @description Your id of the customer; unique in your organization */
            external_id: string;
            /** @description Name of the customer */
            name?: string | null;
            /** @description Legal name on documents; null: `name` */
            legal_name?: string | null;
            /** @description Tax ids on documents, e.g. the VAT number, at most 5 */
            tax_ids?: string[];
            /**
             * @description Locale of documents and e-mails; null: that of the organization
             * @enum {string|null}
             */
            locale?: "de" | "en" | "es" | "fr" | null;
            /**
             * Format: email
             * @description E-mail address for invoices
             */
            email?: string | null;
            /** @description Currency of the customer; null: that of the organization. Fixed once it has subscriptions, wallets or invoices */
            currency?: string | null;
            /** @description Time zone in which the customer's days are counted; null: that of the organization */
            timezone?: string | null;
            /** @description ISO 3166-1 alpha-2 country code */
            country?: string | null;
            /** @description First line of the address */
            address_line1?: string | null;
            /** @description Second line of the address */
            address_line2?: string | null;
            /** @description Postal code */
            zipcode?: string | null;
            /** @description City */
            city?: string | null;
            /** @description State or region */
            state?: string | null;
            /** @description Key-value pairs of your own, at most 50 */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: int32
             * @description Days for which a periodic invoice remains a draft
             * @default 0
             */
            invoice_grace_period?: number;
            /**
             * Format: int32
             * @description Days from issue to due date
             * @default 30
             */
            net_payment_term?: number;
            /** @description Codes of the taxes to apply, e.g. `["vat_20"]`. The taxes of the plan apply; without any, those of the customer; without any, those of the organization. */
            tax_codes?: string[];
            /**
             * @description How invoices are charged; null: inherited. Needs `collections:write`
             * @enum {string|null}
             */
            collection_method?: "automatic" | "manual" | null;
        };
        Customer: {
            /**
             * Format: uuid
             * @description Id of the customer
             */
            id: string;
            /** @description Your id of the customer; unique in your organization */
            external_id: string;
            /** @description Name of the customer */
            name: string | null;
            /** @description Legal name on documents; null: `name` */
            legal_name: string | null;
            /** @description Tax ids on documents, e.g. the VAT number, at most 5 */
            tax_ids: string[];
            /** @description Locale of documents and e-mails; null: that of the organization */
            locale: string | null;
            /** @description E-mail address for invoices */
            email: string | null;
            /** @description Currency of the customer; null: that of the organization. Fixed once it has subscriptions, wallets or invoices */
            currency: string | null;
            /** @description Time zone in which the customer's days are counted; null: that of the organization */
            timezone: string | null;
            /** @description ISO 3166-1 alpha-2 country code */
            country: string | null;
            /** @description First line of the address */
            address_line1: string | null;
            /** @description Second line of the address */
            address_line2: string | null;
            /** @description Postal code */
            zipcode: string | null;
            /** @description City */
            city: string | null;
            /** @description State or region */
            state: string | null;
            /** @description Key-value pairs of your own, at most 50 */
            metadata: {
                [key: string]: string;
            };
            /**
             * Format: int64
             * @description Days for which a periodic invoice remains a draft
             */
            invoice_grace_period: number;
            /**
             * Format: int64
             * @description Days from issue to due date
             */
            net_payment_term: number;
            /** @description Codes of the taxes assigned to it, sorted */
            tax_codes: string[];
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /**
             * @description How invoices are charged; null: inherited
             * @enum {string|null}
             */
            collection_method: "automatic" | "manual" | null;
        };
        UpdateCustomer: {
            /** @description Your id of the customer; unique in your organization */
            external_id?: string;
            /** @description Name of the customer */
            name?: string | null;
            /** @description Legal name on documents; null: `name` */
            legal_name?: string | null;
            /** @description Tax ids on documents, e.g. the VAT number, at most 5 */
            tax_ids?: string[];
            /**
             * @description Locale of documents and e-mails; null: that of the organization
             * @enum {string|null}
             */
            locale?: "de" | "en" | "es" | "fr" | null;
            /**
             * Format: email
             * @description E-mail address for invoices
             */
            email?: string | null;
            /** @description Currency of the customer; null: that of the organization. Fixed once it has subscriptions, wallets or invoices */
            currency?: string | null;
            /** @description Time zone in which the customer's days are counted; null: that of the organization */
            timezone?: string | null;
            /** @description ISO 3166-1 alpha-2 country code */
            country?: string | null;
            /** @description First line of the address */
            address_line1?: string | null;
            /** @description Second line of the address */
            address_line2?: string | null;
            /** @description Postal code */
            zipcode?: string | null;
            /** @description City */
            city?: string | null;
            /** @description State or region */
            state?: string | null;
            /** @description Key-value pairs of your own, at most 50 */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: int32
             * @description Days for which a periodic invoice remains a draft
             * @default 0
             */
            invoice_grace_period?: number;
            /**
             * Format: int32
             * @description Days from issue to due date
             * @default 30
             */
            net_payment_term?: number;
            /** @description Codes of the taxes to apply, e.g. `["vat_20"]`. The taxes of the plan apply; without any, those of the customer; without any, those of the organization. */
            tax_codes?: string[];
            /**
             * @description How invoices are charged; null: inherited. Needs `collections:write`
             * @enum {string|null}
             */
            collection_method?: "automatic" | "manual" | null;
        };
        TimelineEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in its deliveries
             */
            id: string;
            /** @description Event type */
            webhook_type: string;
            /** @description Type of the object */
            object_type: string;
            /**
             * Format: uuid
             * @description Id of the object
             */
            object_id: string;
            /** @description The event as endpoints receive it */
            payload: Omit<components["schemas"]["WebhookEvent"], "webhook_type">;
            /**
             * Format: date-time
             * @description When it happened
             */
            created_at: string;
        };
        CreateBillableMetric: {
            /** @description Code that usage events refer to; unique in your organization */
            code: string;
            /** @description Name of the metric */
            name: string;
            /** @description Description for your own use */
            description?: string | null;
            /**
             * @description How the events of a billing period are aggregated into units
             * @enum {string}
             */
            aggregation_type: "count" | "sum" | "max" | "unique_count" | "latest" | "weighted_sum";
            /** @description Event property that is aggregated; required for every type but count */
            field_name?: string | null;
            /**
             * @description How units are rounded before they are priced
             * @enum {string|null}
             */
            rounding_function?: "round" | "ceil" | "floor" | null;
            /**
             * Format: int32
             * @description Number of decimal places to round to
             */
            rounding_precision?: number | null;
            /**
             * @description Whether the level at the end of a billing period carries over; for sum, unique_count and weighted_sum
             * @default false
             */
            recurring?: boolean;
        };
        BillableMetric: {
            /**
             * Format: uuid
             * @description Id of the billable metric
             */
            id: string;
            /** @description Code that usage events refer to; unique in your organization */
            code: string;
            /** @description Name of the metric */
            name: string;
            /** @description Description for your own use */
            description: string | null;
            /**
             * @description How the events of a billing period are aggregated into units
             * @enum {string}
             */
            aggregation_type: "count" | "sum" | "max" | "unique_count" | "latest" | "weighted_sum";
            /** @description Event property that is aggregated; required for every type but count */
            field_name: string | null;
            /**
             * @description How units are rounded before they are priced
             * @enum {string|null}
             */
            rounding_function: "round" | "ceil" | "floor" | null;
            /**
             * Format: int64
             * @description Number of decimal places to round to
             */
            rounding_precision: number | null;
            /** @description Whether the level at the end of a billing period carries over; for sum, unique_count and weighted_sum */
            recurring: boolean;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        UpdateBillableMetric: {
            /** @description Name of the metric */
            name?: string;
            /** @description Description for your own use */
            description?: string | null;
            /**
             * @description How the events of a billing period are aggregated into units
             * @enum {string}
             */
            aggregation_type?: "count" | "sum" | "max" | "unique_count" | "latest" | "weighted_sum";
            /** @description Event property that is aggregated; required for every type but count */
            field_name?: string | null;
            /**
             * @description How units are rounded before they are priced
             * @enum {string|null}
             */
            rounding_function?: "round" | "ceil" | "floor" | null;
            /**
             * Format: int32
             * @description Number of decimal places to round to
             */
            rounding_precision?: number | null;
            /** @description Whether the level at the end of a billing period carries over; for sum, unique_count and weighted_sum */
            recurring?: boolean;
        };
        CreateTax: {
            /** @description Code that customers and plans refer to; unique in your organization */
            code: string;
            /** @description Name of the tax as shown on invoices */
            name: string;
            /** @description Description for your own use */
            description?: string | null;
            /** @description Rate in percent */
            rate: string;
            /**
             * @description Whether it applies where neither the plan nor the customer has taxes
             * @default false
             */
            applied_to_organization?: boolean;
        };
        Tax: {
            /**
             * Format: uuid
             * @description Id of the tax
             */
            id: string;
            /** @description Code that customers and plans refer to; unique in your organization */
            code: string;
            /** @description Name of the tax as shown on invoices */
            name: string;
            /** @description Description for your own use */
            description: string | null;
            /** @description Rate in percent */
            rate: string;
            /** @description Whether it applies where neither the plan nor the customer has taxes */
            applied_to_organization: boolean;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        UpdateTax: {
            /** @description Name of the tax as shown on invoices */
            name?: string;
            /** @description Description for your own use */
            description?: string | null;
            /** @description Rate in percent */
            rate?: string;
            /**
             * @description Whether it applies where neither the plan nor the customer has taxes
             * @default false
             */
            applied_to_organization?: boolean;
        };
        StandardProperties: {
            /** @description Price of a unit in major units */
            amount: string;
        };
        PricedRange: {
            /** @description First unit of the range; 0 in the first */
            from_value: string | number;
            /** @description Last unit of the range; null in the last */
            to_value: string | number | null;
            /** @description Amount for reaching the range, in major units */
            flat_amount?: string | null;
            /** @description Price of a unit in major units */
            per_unit_amount: string;
        };
        GraduatedProperties: {
            /** @description Each unit has the price of its range */
            graduated_ranges: components["schemas"]["PricedRange"][];
        };
        VolumeProperties: {
            /** @description All units have the price of the range of the last one */
            volume_ranges: components["schemas"]["PricedRange"][];
        };
        PackageProperties: {
            /** @description Price of a package in major units */
            amount: string;
            /** @description Units in a package */
            package_size: string | number;
            /** @description Units that cost nothing */
            free_units?: string | number | null;
        };
        PercentageProperties: {
            /** @description Rate in percent */
            rate: string;
            /** @description Amount per event in major units */
            fixed_amount?: string | null;
            /** @description Events that cost nothing */
            free_units_per_events?: string | number | null;
            /** @description Units that cost nothing */
            free_units_per_total_aggregation?: string | number | null;
            /** @description Least amount per event in major units */
            per_transaction_min_amount?: string | null;
            /** @description Greatest amount per event in major units */
            per_transaction_max_amount?: string | null;
        };
        RatedRange: {
            /** @description First unit of the range; 0 in the first */
            from_value: string | number;
            /** @description Last unit of the range; null in the last */
            to_value: string | number | null;
            /** @description Amount for reaching the range, in major units */
            flat_amount?: string | null;
            /** @description Rate in percent */
            rate: string;
        };
        GraduatedPercentageProperties: {
            /** @description Each unit has the rate of its range */
            graduated_percentage_ranges: components["schemas"]["RatedRange"][];
        };
        ChargeInput: {
            /**
             * Format: uuid
             * @description Id of the metric; give this or its code
             */
            billable_metric_id?: string;
            /** @description Code of the metric */
            billable_metric_code?: string;
            /**
             * @description How usage is priced
             * @enum {string}
             */
            charge_model: "standard" | "graduated" | "volume" | "package" | "percentage" | "graduated_percentage";
            /** @description Parameters of the charge model, one schema for each. Amounts are decimal strings in major units, rates are in percent */
            properties: components["schemas"]["StandardProperties"] | components["schemas"]["GraduatedProperties"] | components["schemas"]["VolumeProperties"] | components["schemas"]["PackageProperties"] | components["schemas"]["PercentageProperties"] | components["schemas"]["GraduatedPercentageProperties"];
            /** @description Name on invoices; null for the name of the metric */
            invoice_display_name?: string | null;
            /**
             * @description Whether units count by the days of the billing period on which they are held; only for recurring sum and unique_count metrics, and not with package, percentage and graduated_percentage
             * @default false
             */
            prorated?: boolean;
        };
        CreatePlan: {
            /** @description Your identifier of the plan, unique in your organization */
            code: string;
            /** @description Name of the plan */
            name: string;
            /** @description Internal description */
            description?: string | null;
            /**
             * @description Length of a billing period
             * @enum {string}
             */
            interval: "weekly" | "monthly" | "quarterly" | "yearly";
            /**
             * Format: int64
             * @description Price of a billing period without usage, in the minor unit
             */
            amount_cents: number;
            /** @description Currency of the amount and of all charges */
            currency: string;
            /**
             * Format: int32
             * @description Days without a fee, counted from the start of the subscription
             * @default 0
             */
            trial_period_days?: number;
            /**
             * @description Whether the fee is billed at the start of a billing period instead of at its end
             * @default false
             */
            pay_in_advance?: boolean;
            /** @description Prices of usage, at most 100. An update that contains charges replaces all of them */
            charges?: components["schemas"]["ChargeInput"][];
            /** @description Codes of the taxes to apply, e.g. `["vat_20"]`. The taxes of the plan apply; without any, those of the customer; without any, those of the organization. */
            tax_codes?: string[];
        };
        Charge: {
            /**
             * Format: uuid
             * @description Id of the charge; a new version of the plan has new ids
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the metric
             */
            billable_metric_id: string;
            /** @description Code of the metric */
            billable_metric_code: string;
            /**
             * @description How usage is priced
             * @enum {string}
             */
            charge_model: "standard" | "graduated" | "volume" | "package" | "percentage" | "graduated_percentage";
            /** @description Parameters of the charge model, one schema for each. Amounts are decimal strings in major units, rates are in percent */
            properties: components["schemas"]["StandardProperties"] | components["schemas"]["GraduatedProperties"] | components["schemas"]["VolumeProperties"] | components["schemas"]["PackageProperties"] | components["schemas"]["PercentageProperties"] | components["schemas"]["GraduatedPercentageProperties"];
            /** @description Name on invoices; null for the name of the metric */
            invoice_display_name: string | null;
            /** @description Whether units count by the days of the billing period on which they are held; only for recurring sum and unique_count metrics, and not with package, percentage and graduated_percentage */
            prorated: boolean;
        };
        Plan: {
            /**
             * Format: uuid
             * @description Id of the plan
             */
            id: string;
            /** @description Your identifier of the plan, unique in your organization */
            code: string;
            /** @description Name of the plan */
            name: string;
            /** @description Internal description */
            description: string | null;
            /**
             * @description Length of a billing period
             * @enum {string}
             */
            interval: "weekly" | "monthly" | "quarterly" | "yearly";
            /**
             * Format: int64
             * @description Price of a billing period without usage, in the minor unit
             */
            amount_cents: number;
            /** @description Currency of the amount and of all charges */
            currency: string;
            /**
             * Format: int64
             * @description Days without a fee, counted from the start of the subscription
             */
            trial_period_days: number;
            /** @description Whether the fee is billed at the start of a billing period instead of at its end */
            pay_in_advance: boolean;
            /** @description Prices of usage */
            charges: components["schemas"]["Charge"][];
            /** @description Codes of the taxes assigned to it, sorted */
            tax_codes: string[];
            /**
             * Format: int64
             * @description Number of the current version; every change of the price makes a new one
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        UpdatePlan: {
            /** @description Name of the plan */
            name?: string;
            /** @description Internal description */
            description?: string | null;
            /**
             * @description Length of a billing period
             * @enum {string}
             */
            interval?: "weekly" | "monthly" | "quarterly" | "yearly";
            /**
             * Format: int64
             * @description Price of a billing period without usage, in the minor unit
             */
            amount_cents?: number;
            /** @description Currency of the amount and of all charges */
            currency?: string;
            /**
             * Format: int32
             * @description Days without a fee, counted from the start of the subscription
             * @default 0
             */
            trial_period_days?: number;
            /**
             * @description Whether the fee is billed at the start of a billing period instead of at its end
             * @default false
             */
            pay_in_advance?: boolean;
            /** @description Prices of usage, at most 100. An update that contains charges replaces all of them */
            charges?: components["schemas"]["ChargeInput"][];
            /** @description Codes of the taxes to apply, e.g. `["vat_20"]`. The taxes of the plan apply; without any, those of the customer; without any, those of the organization. */
            tax_codes?: string[];
        };
        SimulatedUsage: {
            /** @description Code of the metric */
            billable_metric_code: string;
            /** @description Units of the whole billing period; those of a prorated charge are held on all of its days */
            units: string;
            /**
             * Format: int64
             * @description Number of events in the billing period; used by percentage charges only
             */
            events_count: number;
            /** @description Value of each event, in order, as decimal strings. Required by a percentage charge whose amount depends on them: with a minimum, a maximum, or a free allowance that is used up */
            event_values?: string[];
        };
        SimulatePlan: {
            /** @description Supposed usage, at most one entry per metric. Charges of other metrics have no usage */
            usage: components["schemas"]["SimulatedUsage"][];
        };
        ChargeStep: {
            /** @description What the step stands for */
            description: string;
            /** @description Units that the step prices */
            units: string;
            /** @description Price of one unit */
            unit_amount?: string;
            /** @description Percent of the units */
            rate?: string;
            /** @description Amount of the step, unrounded, in major units */
            amount: string;
        };
        SimulatedCharge: {
            /** @description Code of the metric */
            billable_metric_code: string;
            /**
             * @description How usage is priced
             * @enum {string}
             */
            charge_model: "standard" | "graduated" | "volume" | "package" | "percentage" | "graduated_percentage";
            /** @description Units, rounded by the rules of the metric */
            units: string;
            /** @description Sum of the steps, unrounded, in major units */
            amount: string;
            /**
             * Format: int64
             * @description The amount, rounded half up to the minor unit
             */
            amount_cents: number;
            /** @description Explanation of the amount */
            steps: components["schemas"]["ChargeStep"][];
        };
        PlanSimulation: {
            /** @description Currency of the plan */
            currency: string;
            /**
             * Format: int64
             * @description Price of the whole billing period before taxes: the plan's `amount_cents` plus that of every charge
             */
            amount_cents: number;
            /** @description Every charge of the plan, in the order of the plan */
            charges: components["schemas"]["SimulatedCharge"][];
        };
        CreateUsageEvent: {
            /** @description Your own ID of the event. A request with a known transaction_id refers to the stored event, however old it is */
            transaction_id: string;
            /** @description Code of the billable metric */
            code: string;
            /**
             * Format: date-time
             * @description When the event happened: RFC 3339 or Unix seconds; the time of arrival by default. Not before the start of the subscription and at most 5 minutes in the future
             */
            timestamp?: string | number;
            /**
             * @description Details of the event. If the metric has a `field_name`, the property of that name is the value, preferably a decimal string, with at most 15 digits before and 15 after the decimal point. For unique_count, `operation_type` is `add` (default) or `remove`
             * @default {}
             */
            properties?: {
                [key: string]: unknown;
            };
            /** @description Your own ID of the subscription. Required unless external_customer_id is given */
            external_subscription_id?: string;
            /** @description Your own ID of the customer. Without external_subscription_id it means the only active subscription of the customer */
            external_customer_id?: string;
        };
        UsageEvent: {
            /**
             * Format: uuid
             * @description ID of the event
             */
            id: string;
            /** @description Your own ID of the event. A request with a known transaction_id refers to the stored event, however old it is */
            transaction_id: string;
            /** @description Code of the billable metric */
            code: string;
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description Details of the event, as sent */
            properties: {
                [key: string]: unknown;
            };
            /** @description Your own ID of the subscription, as sent */
            external_subscription_id: string | null;
            /** @description Your own ID of the customer, as sent */
            external_customer_id: string | null;
            /**
             * Format: uuid
             * @description ID of its subscription
             */
            subscription_id: string;
            /**
             * Format: uuid
             * @description ID of its customer
             */
            customer_id: string;
            /** @description Whether the event arrived after the invoice of its billing period was final. Late events are listed, but not billed by themselves */
            late: boolean;
            /** @description Whether the plan in force at the timestamp has a charge for the billable metric. Null while the event waits for its billing period to begin */
            charged: boolean | null;
            /**
             * @description Why the event is not charged; null if it is. `no_charge`: the plan in force has no charge for the billable metric; `no_plan`: no plan was in force at the timestamp
             * @enum {string|null}
             */
            uncharged_reason: "no_charge" | "no_plan" | null;
            /**
             * Format: date-time
             * @description When the event arrived
             */
            created_at: string;
        };
        CreateUsageEvents: {
            /** @description The events, at least one */
            events: components["schemas"]["CreateUsageEvent"][];
        };
        UsageEventError: {
            /** @description Path of the field, with dots */
            field: string;
            /** @description Stable code in snake_case */
            code: string;
            /** @description What is wrong, in one sentence */
            message: string;
        };
        UsageEventResult: {
            /** @description Your own ID of the event, as sent */
            transaction_id: string | null;
            /**
             * @description accepted: stored now; duplicate: already stored with the same content; conflict: already stored with different content; errors has the reason of a conflict or rejection
             * @enum {string}
             */
            status: "accepted" | "duplicate" | "conflict" | "rejected";
            /**
             * Format: uuid
             * @description ID of the stored event; absent if rejected
             */
            id?: string;
            /** @description What is wrong with the event; only if rejected or in conflict */
            errors?: components["schemas"]["UsageEventError"][];
        };
        UsageEventBatch: {
            /**
             * Format: int64
             * @description Number of events stored now
             */
            ingested: number;
            /**
             * Format: int64
             * @description Number of events already stored with the same content
             */
            duplicates: number;
            /**
             * Format: int64
             * @description Number of events rejected or in conflict
             */
            rejected: number;
            /** @description One result per event, in the order of the request */
            results: components["schemas"]["UsageEventResult"][];
        };
        ChargeUsage: {
            /** @description Code of the billable metric */
            billable_metric_code: string;
            /** @description Charge model that prices the units */
            charge_model: string;
            /** @description Name of the charge on invoices */
            invoice_display_name: string | null;
            /** @description Units, aggregated and rounded as the billable metric says */
            units: string;
            /**
             * Format: int64
             * @description Number of counted events
             */
            events_count: number;
            /** @description Amount in the major unit, not rounded */
            amount: string;
            /**
             * Format: int64
             * @description Amount in the minor unit, rounded once
             */
            amount_cents: number;
        };
        CurrentUsage: {
            /**
             * Format: uuid
             * @description ID of the subscription
             */
            subscription_id: string;
            /** @description Your own ID of the subscription */
            external_subscription_id: string;
            /**
             * Format: uuid
             * @description ID of the customer
             */
            customer_id: string;
            /** @description Currency of the amounts */
            currency: string;
            /**
             * Format: date-time
             * @description Start of the billing period, inclusive
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the billing period, exclusive
             */
            to: string;
            /**
             * Format: int64
             * @description Sum of the charges, before taxes
             */
            amount_cents: number;
            /**
             * Format: int64
             * @description Taxes, rounded per charge
             */
            taxes_amount_cents: number;
            /**
             * Format: int64
             * @description Sum of the charges, including taxes
             */
            total_amount_cents: number;
            /** @description All charges of the plan, in the order of the plan */
            charges: components["schemas"]["ChargeUsage"][];
        };
        UsageAnalytics: {
            /**
             * Format: date
             * @description The day, in UTC
             */
            date: string;
            /**
             * Format: int64
             * @description Usage events that were stored on the day, whatever their timestamp
             */
            events: number;
        };
        CreateUsageThreshold: {
            /**
             * Format: int64
             * @description Usage amount of a billing period at which the threshold is crossed, before taxes, in the minor unit of the plan's currency
             */
            amount_cents: number;
            /** @description Name for your own use */
            threshold_display_name?: string | null;
            /**
             * @description Whether the threshold is crossed at every multiple of the amount
             * @default false
             */
            recurring?: boolean;
        };
        UsageThreshold: {
            /**
             * Format: uuid
             * @description ID of the usage threshold
             */
            id: string;
            /**
             * Format: uuid
             * @description ID of its plan; null for a threshold of a subscription
             */
            plan_id: string | null;
            /**
             * Format: uuid
             * @description ID of its subscription; null for a threshold of a plan
             */
            subscription_id: string | null;
            /**
             * Format: int64
             * @description Usage amount of a billing period at which the threshold is crossed, before taxes, in the minor unit of the plan's currency
             */
            amount_cents: number;
            /** @description Name for your own use */
            threshold_display_name: string | null;
            /** @description Whether the threshold is crossed at every multiple of the amount */
            recurring: boolean;
            /**
             * Format: date-time
             * @description When the threshold was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the threshold was last changed
             */
            updated_at: string;
        };
        CrossedUsageThreshold: {
            /**
             * Format: uuid
             * @description ID of the usage threshold
             */
            id: string;
            /**
             * Format: uuid
             * @description ID of its plan; null for a threshold of a subscription
             */
            plan_id: string | null;
            /**
             * Format: uuid
             * @description ID of its subscription; null for a threshold of a plan
             */
            subscription_id: string | null;
            /**
             * Format: int64
             * @description Usage amount of a billing period at which the threshold is crossed, before taxes, in the minor unit of the plan's currency
             */
            amount_cents: number;
            /** @description Name for your own use */
            threshold_display_name: string | null;
            /** @description Whether the threshold is crossed at every multiple of the amount */
            recurring: boolean;
            /**
             * Format: date-time
             * @description When the threshold was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the threshold was last changed
             */
            updated_at: string;
            /** @description The usage that crossed the threshold */
            crossing: components["schemas"]["UsageThresholdCrossing"];
        };
        InvoiceCoupon: {
            /**
             * Format: uuid
             * @description The customer's applied coupon
             */
            applied_coupon_id: string;
            /** @description Code of the coupon */
            code: string;
            /** @description Name of the coupon */
            name: string;
            /**
             * Format: int64
             * @description Amount that it takes off the fees
             */
            amount_cents: number;
        };
        BillingPeriod: {
            /**
             * Format: date-time
             * @description First instant of the period
             */
            from: string;
            /**
             * Format: date-time
             * @description First instant after the period
             */
            to: string;
        };
        AppliedTax: {
            /** @description Code of the tax */
            code: string;
            /** @description Name of the tax */
            name: string;
            /** @description Rate in percent of the net amount */
            rate: string;
        };
        InvoiceFee: {
            /**
             * @description `subscription`: the price of the plan; `charge`: usage; `add_on`: added by an extension; `one_off`: a fee of a one-off invoice; `credit`: prepaid credits
             * @enum {string}
             */
            type: "subscription" | "charge" | "add_on" | "one_off" | "credit";
            /** @description Description shown on the invoice */
            description: string;
            /** @description Number of units, a decimal string */
            units: string;
            /** @description Price of a unit in major units; for a subscription, the price of a whole period. Null if units have no single price */
            unit_amount: string | null;
            /**
             * Format: int64
             * @description Amount before discounts and taxes
             */
            amount_cents: number;
            /**
             * Format: int64
             * @description Share of the discounts of the invoice
             */
            discount_amount_cents: number;
            /**
             * Format: int64
             * @description Amount less discounts: what is taxed, and what credit notes can credit
             */
            net_amount_cents: number;
            /**
             * Format: int64
             * @description Taxes on the net amount, rounded once
             */
            taxes_amount_cents: number;
            /** @description The taxes with their rates at the time of the invoice */
            applied_taxes: components["schemas"]["AppliedTax"][];
            /** @description Code of the billable metric; null for a fee without usage */
            billable_metric_code: string | null;
            /**
             * Format: uuid
             * @description Id of the charge of the plan
             */
            charge_id: string | null;
            /**
             * Format: uuid
             * @description Id of the plan
             */
            plan_id: string | null;
            /**
             * Format: date-time
             * @description First instant of the period that the fee covers
             */
            from: string | null;
            /**
             * Format: date-time
             * @description First instant after the period that the fee covers
             */
            to: string | null;
            /**
             * Format: int64
             * @description Days that a subscription fee bills
             */
            billed_days: number | null;
            /**
             * Format: int64
             * @description Days of the whole billing period
             */
            period_days: number | null;
            /**
             * Format: int64
             * @description Number of usage events
             */
            events_count: number | null;
            /**
             * Format: uuid
             * @description Id of the fee
             */
            id: string;
        };
        InvoiceBuyer: {
            /** @description Name */
            name: string | null;
            /** @description Legal name, if it differs from the name */
            legal_name: string | null;
            /** @description Tax ids */
            tax_ids: string[];
            /** @description E-mail address */
            email: string | null;
            /** @description First line of the address */
            address_line1: string | null;
            /** @description Second line of the address */
            address_line2: string | null;
            /** @description Postal code */
            zipcode: string | null;
            /** @description City */
            city: string | null;
            /** @description State or province */
            state: string | null;
            /** @description Country, ISO 3166-1 alpha-2 */
            country: string | null;
        };
        Invoice: {
            /** @description Currency of all amounts */
            currency: string;
            /**
             * Format: int64
             * @description Sum of the fees, before discounts and taxes
             */
            fees_amount_cents: number;
            /**
             * Format: int64
             * @description Sum of the coupons
             */
            coupons_amount_cents: number;
            /** @description The coupons that lower the fees, in the order in which they apply */
            coupons: components["schemas"]["InvoiceCoupon"][];
            /**
             * Format: int64
             * @description Sum of the fees' taxes
             */
            taxes_amount_cents: number;
            /**
             * Format: date
             * @description Date of issue in the time zone of the customer: the date of the bill plus the grace period
             */
            issuing_date: string;
            /**
             * Format: date
             * @description Date by which the invoice must be paid: the date of issue plus the net payment term
             */
            payment_due_date: string;
            /**
             * Format: uuid
             * @description Id of the invoice
             */
            id: string;
            /** @description Assigned at finalization: unique in the organization, without gaps */
            number: string | null;
            /**
             * Format: uuid
             * @description Id of the customer
             */
            customer_id: string;
            /**
             * Format: uuid
             * @description Id of the subscription; null for a one-off invoice
             */
            subscription_id: string | null;
            /**
             * @description What the invoice is for
             * @enum {string}
             */
            invoice_type: "subscription" | "one_off" | "credit";
            /**
             * @description A draft is refreshed while its usage changes. A finalized invoice becomes paid when nothing is due, and finalized again when a payment is reversed
             * @enum {string}
             */
            status: "draft" | "finalized" | "paid" | "voided";
            /** @description Billing period `[from, to)` of the subscription; null for a one-off invoice */
            billing_period: components["schemas"]["BillingPeriod"] | null;
            /** @description The fees in their order */
            fees: components["schemas"]["InvoiceFee"][];
            /**
             * Format: int64
             * @description Amount that credit notes paid at finalization
             */
            credit_notes_amount_cents: number;
            /**
             * Format: int64
             * @description Amount that wallets and other prepaid funds paid at finalization
             */
            prepaid_credit_amount_cents: number;
            /**
             * Format: int64
             * @description Fees - coupons + taxes - credit notes - prepaid credits
             */
            total_amount_cents: number;
            /**
             * Format: int64
             * @description Amount that payments have paid
             */
            amount_paid_cents: number;
            /**
             * Format: int64
             * @description Amount that credit notes took off the amount due after finalization
             */
            offset_amount_cents: number;
            /**
             * Format: int64
             * @description Amount still to be paid: total - paid - offset; 0 for a voided invoice
             */
            amount_due_cents: number;
            /** @description Whether an amount is due after the due date */
            payment_overdue: boolean;
            /** @description The customer as it was when the invoice became final; null on drafts */
            buyer: components["schemas"]["InvoiceBuyer"] | null;
            /** @description SHA-256 of the PDF of the final document, in hex; null on drafts, and until the document is rendered */
            document_sha256: string | null;
            /**
             * Format: date-time
             * @description When the invoice was finalized
             */
            finalized_at: string | null;
            /**
             * Format: date-time
             * @description When the invoice was paid in full
             */
            paid_at: string | null;
            /**
             * Format: date-time
             * @description When the invoice was voided
             */
            voided_at: string | null;
            /**
             * Format: date-time
             * @description When the invoice was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the invoice last changed
             */
            updated_at: string;
            /**
             * @description How invoices are charged; null: inherited
             * @enum {string|null}
             */
            collection_method: "automatic" | "manual" | null;
        };
        OneOffFee: {
            /** @description Description shown on the invoice */
            description: string;
            /** @description Number of units, above 0 */
            units: string;
            /**
             * Format: int64
             * @description Price of a unit in the minor unit; the product is rounded once, half up
             */
            unit_amount_cents: number;
        };
        CreateOneOffInvoice: {
            /**
             * Format: uuid
             * @description Id of the customer; give this or external_customer_id
             */
            customer_id?: string;
            /** @description Instead of customer_id: your own key of the customer */
            external_customer_id?: string;
            /** @description Currency of the invoice; must be the customer's own, if it has one */
            currency: string;
            /** @description 1 to 100 fees */
            fees: components["schemas"]["OneOffFee"][];
            /**
             * @description How invoices are charged; null: inherited. Needs `collections:write`
             * @enum {string|null}
             */
            collection_method?: "automatic" | "manual" | null;
        };
        Fee: {
            /**
             * @description `subscription`: the price of the plan; `charge`: usage; `add_on`: added by an extension; `one_off`: a fee of a one-off invoice; `credit`: prepaid credits
             * @enum {string}
             */
            type: "subscription" | "charge" | "add_on" | "one_off" | "credit";
            /** @description Description shown on the invoice */
            description: string;
            /** @description Number of units, a decimal string */
            units: string;
            /** @description Price of a unit in major units; for a subscription, the price of a whole period. Null if units have no single price */
            unit_amount: string | null;
            /**
             * Format: int64
             * @description Amount before discounts and taxes
             */
            amount_cents: number;
            /**
             * Format: int64
             * @description Share of the discounts of the invoice
             */
            discount_amount_cents: number;
            /**
             * Format: int64
             * @description Amount less discounts: what is taxed, and what credit notes can credit
             */
            net_amount_cents: number;
            /**
             * Format: int64
             * @description Taxes on the net amount, rounded once
             */
            taxes_amount_cents: number;
            /** @description The taxes with their rates at the time of the invoice */
            applied_taxes: components["schemas"]["AppliedTax"][];
            /** @description Code of the billable metric; null for a fee without usage */
            billable_metric_code: string | null;
            /**
             * Format: uuid
             * @description Id of the charge of the plan
             */
            charge_id: string | null;
            /**
             * Format: uuid
             * @description Id of the plan
             */
            plan_id: string | null;
            /**
             * Format: date-time
             * @description First instant of the period that the fee covers
             */
            from: string | null;
            /**
             * Format: date-time
             * @description First instant after the period that the fee covers
             */
            to: string | null;
            /**
             * Format: int64
             * @description Days that a subscription fee bills
             */
            billed_days: number | null;
            /**
             * Format: int64
             * @description Days of the whole billing period
             */
            period_days: number | null;
            /**
             * Format: int64
             * @description Number of usage events
             */
            events_count: number | null;
            /**
             * Format: uuid
             * @description Id of the fee
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the invoice
             */
            invoice_id: string;
            /** @description Number of the invoice; null for a draft */
            invoice_number: string | null;
            /**
             * @description Status of the invoice
             * @enum {string}
             */
            invoice_status: "draft" | "finalized" | "paid" | "voided";
            /**
             * Format: date
             * @description Day on which the invoice is issued
             */
            issuing_date: string;
            /**
             * Format: uuid
             * @description Id of the customer
             */
            customer_id: string;
            /**
             * Format: uuid
             * @description Id of the subscription; null on a one-off invoice
             */
            subscription_id: string | null;
            /** @description Currency of the amounts */
            currency: string;
            /**
             * Format: date-time
             * @description When the invoice was created
             */
            created_at: string;
        };
        Receivables: {
            /** @description Currency of the invoices */
            currency: string;
            /**
             * Format: int64
             * @description Finalized invoices that are not paid
             */
            open: number;
            /**
             * Format: int64
             * @description What is due on them
             */
            open_amount_cents: number;
            /**
             * Format: int64
             * @description Those of them that are past their due date
             */
            overdue: number;
            /**
             * Format: int64
             * @description What is due on the overdue ones
             */
            overdue_amount_cents: number;
        };
        CreateSubscription: {
            /** @description Your identifier of the subscription, unique in your organization and never reused */
            external_id: string;
            /**
             * Format: uuid
             * @description Id of the customer; give this or external_customer_id
             */
            customer_id?: string;
            /** @description Instead of customer_id: your own key of the customer */
            external_customer_id?: string;
            /**
             * Format: uuid
             * @description Id of the plan; give this or plan_code
             */
            plan_id?: string;
            /** @description Instead of plan_id: your own key of the plan */
            plan_code?: string;
            /** @description Name of the subscription, shown on invoices */
            name?: string | null;
            /**
             * @description Whether billing periods follow the calendar (weeks from Monday, months from the 1st) or the day of `subscription_at`
             * @default calendar
             * @enum {string}
             */
            billing_time?: "calendar" | "anniversary";
            /**
             * Format: date-time
             * @description When the subscription starts; it is pending until then. A start in the past bills no past billing period
             */
            subscription_at?: string;
            /**
             * Format: date-time
             * @description When the subscription will be terminated; null for never. A billing period that would begin on that day does not: the running one is extended
             */
            ending_at?: string | null;
            /**
             * @description Whether a termination makes a last invoice
             * @default generate_invoice
             * @enum {string}
             */
            on_termination_action?: "generate_invoice" | "skip";
            /**
             * @description How invoices are charged; null: inherited. Needs `collections:write`
             * @enum {string|null}
             */
            collection_method?: "automatic" | "manual" | null;
        };
        SubscriptionPeriod: {
            /**
             * Format: date-time
             * @description Start of the period
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the period, exclusive
             */
            to: string;
        };
        BillingError: {
            /** @description `amount_out_of_range`, `extension_failed`, `internal_error`, or the code of another error */
            code: string;
            /** @description What is wrong */
            message: string;
            /**
             * Format: date-time
             * @description When it first failed
             */
            since: string;
            /**
             * Format: date-time
             * @description When it is retried
             */
            retry_at: string;
        };
        Subscription: {
            /**
             * Format: uuid
             * @description Id of the subscription
             */
            id: string;
            /** @description Your identifier of the subscription, unique in your organization and never reused */
            external_id: string;
            /**
             * Format: uuid
             * @description Id of the customer
             */
            customer_id: string;
            /**
             * Format: uuid
             * @description Id of the plan
             */
            plan_id: string;
            /**
             * Format: int64
             * @description Version of the plan by which the subscription is billed; that of the plan itself may be newer
             */
            plan_version: number;
            /**
             * Format: int64
             * @description Price of a billing period in that version
             */
            amount_cents: number;
            /** @description Currency of the price */
            currency: string;
            /**
             * @description Length of a billing period in that version
             * @enum {string}
             */
            interval: "weekly" | "monthly" | "quarterly" | "yearly";
            /** @description Name of the subscription, shown on invoices */
            name: string | null;
            /**
             * @description Status of the subscription
             * @enum {string}
             */
            status: "pending" | "active" | "canceled" | "terminated";
            /**
             * @description Whether billing periods follow the calendar (weeks from Monday, months from the 1st) or the day of `subscription_at`
             * @enum {string}
             */
            billing_time: "calendar" | "anniversary";
            /**
             * Format: date-time
             * @description When the subscription starts; it is pending until then. A start in the past bills no past billing period
             */
            subscription_at: string;
            /**
             * Format: date-time
             * @description When the subscription started; null while it is pending
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When the trial ends; null without a trial
             */
            trial_ends_at: string | null;
            /**
             * Format: date-time
             * @description When the trial ended; null while it runs and without a trial
             */
            trial_ended_at: string | null;
            /**
             * Format: date-time
             * @description When the subscription will be terminated; null for never. A billing period that would begin on that day does not: the running one is extended
             */
            ending_at: string | null;
            /**
             * Format: date-time
             * @description When the cancellation was requested
             */
            canceled_at: string | null;
            /**
             * Format: date-time
             * @description When the scheduled cancellation takes effect: the end of the billing period in which it was requested, also after a plan change; null without one
             */
            cancels_at: string | null;
            /**
             * Format: date-time
             * @description When the subscription was terminated
             */
            terminated_at: string | null;
            /**
             * Format: uuid
             * @description Id of the plan before the last plan change
             */
            previous_plan_id: string | null;
            /**
             * Format: uuid
             * @description Id of the plan of a downgrade that is scheduled for the end of the billing period; the current plan if its newest version takes effect then
             */
            next_plan_id: string | null;
            /**
             * @description Whether a termination makes a last invoice
             * @enum {string}
             */
            on_termination_action: "generate_invoice" | "skip";
            /** @description The current billing period, or the last one once the subscription has ended; null before it starts */
            current_period: components["schemas"]["SubscriptionPeriod"] | null;
            /** @description Why the due action of the subscription fails, such as its bill; it is retried with backoff of up to a day */
            billing_error: components["schemas"]["BillingError"] | null;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /**
             * @description How invoices are charged; null: inherited
             * @enum {string|null}
             */
            collection_method: "automatic" | "manual" | null;
        };
        UpdateSubscription: {
            /** @description Name of the subscription, shown on invoices */
            name?: string | null;
            /**
             * Format: date-time
             * @description When the subscription will be terminated; null for never. A billing period that would begin on that day does not: the running one is extended
             */
            ending_at?: string | null;
            /**
             * @description Whether a termination makes a last invoice
             * @default generate_invoice
             * @enum {string}
             */
            on_termination_action?: "generate_invoice" | "skip";
            /**
             * Format: uuid
             * @description Id of the plan; give this or plan_code
             */
            plan_id?: string;
            /** @description Instead of plan_id: your own key of the plan */
            plan_code?: string;
            /**
             * @description How invoices are charged; null: inherited. Needs `collections:write`
             * @enum {string|null}
             */
            collection_method?: "automatic" | "manual" | null;
        };
        PreviewPlanChange: {
            /**
             * Format: uuid
             * @description Id of the plan to change to; give this or plan_code
             */
            plan_id?: string;
            /** @description Instead of plan_id: your own key of the plan */
            plan_code?: string;
        };
        PlanChangeInvoice: {
            /** @description Currency of the amounts */
            currency: string;
            /**
             * Format: int64
             * @description Sum of the fees, with the usage so far
             */
            fees_amount_cents: number;
            /**
             * Format: int64
             * @description Amount that coupons take off the fees
             */
            coupons_amount_cents: number;
            /**
             * Format: int64
             * @description Taxes on the fees less coupons
             */
            taxes_amount_cents: number;
            /**
             * Format: int64
             * @description Fees - coupons + taxes, before credit notes and wallets
             */
            total_amount_cents: number;
        };
        PlanChangePreview: {
            /**
             * Format: uuid
             * @description Id of the subscription
             */
            subscription_id: string;
            /**
             * @description An upgrade costs at least as much per year as the current plan
             * @enum {string}
             */
            change: "upgrade" | "downgrade";
            /**
             * Format: date-time
             * @description When the change takes effect: an upgrade now, a downgrade at the end of the billing period
             */
            effective_at: string;
            /**
             * Format: uuid
             * @description Id of the current plan
             */
            current_plan_id: string;
            /**
             * Format: uuid
             * @description Id of the new plan
             */
            plan_id: string;
            /** @description First billing period of the new plan */
            period: components["schemas"]["SubscriptionPeriod"];
            /**
             * Format: int64
             * @description Prorated fee of that billing period, whenever it is billed
             */
            fee_amount_cents: number;
            /**
             * Format: date-time
             * @description End of a trial that continues under the new plan; null without one
             */
            trial_ends_at: string | null;
            /**
             * Format: int64
             * @description Credit for the unused part of the prepaid fee, before taxes
             */
            credit_amount_cents: number;
            /** @description Currency of the new plan */
            currency: string;
            /** @description Invoices that the change makes */
            invoices: components["schemas"]["PlanChangeInvoice"][];
        };
        SubscriptionBilledPeriod: {
            /**
             * Format: date-time
             * @description Start of the period
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the period, exclusive
             */
            to: string;
            /**
             * Format: date-time
             * @description Start of the billed usage
             */
            charges_from: string;
            /**
             * Format: date-time
             * @description End of the billed usage, exclusive
             */
            charges_to: string;
        };
        SubscriptionPeriods: {
            /** @description The billing period that contains the instant */
            current: components["schemas"]["SubscriptionPeriod"];
            /** @description The period that a bill made at the instant covers */
            billed: components["schemas"]["SubscriptionBilledPeriod"];
        };
        PreviewInvoice: {
            /**
             * Format: uuid
             * @description Id of the customer who would subscribe; give this or external_customer_id
             */
            customer_id?: string;
            /** @description Instead of customer_id: your own key of the customer */
            external_customer_id?: string;
            /**
             * Format: uuid
             * @description Id of the plan of the subscription; give this or plan_code
             */
            plan_id?: string;
            /** @description Instead of plan_id: your own key of the plan */
            plan_code?: string;
            /**
             * @description Whether billing periods follow the calendar or the day of the start
             * @default calendar
             * @enum {string}
             */
            billing_time?: "calendar" | "anniversary";
            /**
             * Format: date-time
             * @description When the subscription would start; the current time by default
             */
            subscription_at?: string;
            /** @description Supposed usage of the first billing period, at most one entry per metric. Must be empty for a plan in advance, whose first invoice bills no usage */
            usage?: components["schemas"]["SimulatedUsage"][];
        };
        PreviewedFee: {
            /**
             * @description `subscription`: the price of the plan; `charge`: usage; `add_on`: added by an extension; `one_off`: a fee of a one-off invoice; `credit`: prepaid credits
             * @enum {string}
             */
            type: "subscription" | "charge" | "add_on" | "one_off" | "credit";
            /** @description Description shown on the invoice */
            description: string;
            /** @description Number of units, a decimal string */
            units: string;
            /** @description Price of a unit in major units; for a subscription, the price of a whole period. Null if units have no single price */
            unit_amount: string | null;
            /**
             * Format: int64
             * @description Amount before discounts and taxes
             */
            amount_cents: number;
            /**
             * Format: int64
             * @description Share of the discounts of the invoice
             */
            discount_amount_cents: number;
            /**
             * Format: int64
             * @description Amount less discounts: what is taxed, and what credit notes can credit
             */
            net_amount_cents: number;
            /**
             * Format: int64
             * @description Taxes on the net amount, rounded once
             */
            taxes_amount_cents: number;
            /** @description The taxes with their rates at the time of the invoice */
            applied_taxes: components["schemas"]["AppliedTax"][];
            /** @description Code of the billable metric; null for a fee without usage */
            billable_metric_code: string | null;
            /**
             * Format: uuid
             * @description Id of the charge of the plan
             */
            charge_id: string | null;
            /**
             * Format: uuid
             * @description Id of the plan
             */
            plan_id: string | null;
            /**
             * Format: date-time
             * @description First instant of the period that the fee covers
             */
            from: string | null;
            /**
             * Format: date-time
             * @description First instant after the period that the fee covers
             */
            to: string | null;
            /**
             * Format: int64
             * @description Days that a subscription fee bills
             */
            billed_days: number | null;
            /**
             * Format: int64
             * @description Days of the whole billing period
             */
            period_days: number | null;
            /**
             * Format: int64
             * @description Number of usage events
             */
            events_count: number | null;
        };
        InvoicePreview: {
            /** @description Currency of all amounts */
            currency: string;
            /**
             * Format: int64
             * @description Sum of the fees, before discounts and taxes
             */
            fees_amount_cents: number;
            /**
             * Format: int64
             * @description Sum of the coupons
             */
            coupons_amount_cents: number;
            /** @description The coupons that lower the fees, in the order in which they apply */
            coupons: components["schemas"]["InvoiceCoupon"][];
            /**
             * Format: int64
             * @description Sum of the fees' taxes
             */
            taxes_amount_cents: number;
            /**
             * Format: date
             * @description Date of issue in the time zone of the customer: the date of the bill plus the grace period
             */
            issuing_date: string;
            /**
             * Format: date
             * @description Date by which the invoice must be paid: the date of issue plus the net payment term
             */
            payment_due_date: string;
            /**
             * Format: uuid
             * @description Id of the customer
             */
            customer_id: string;
            /**
             * @description What would be billed
             * @enum {string}
             */
            invoice_type: "subscription";
            /** @description Billing period `[from, to)` */
            billing_period: components["schemas"]["BillingPeriod"];
            /** @description The fees in their order */
            fees: components["schemas"]["PreviewedFee"][];
            /**
             * Format: int64
             * @description Fees - coupons + taxes, before credit notes and prepaid credits
             */
            total_amount_cents: number;
        };
        MigratePlan: {
            /** @description Versions whose subscriptions are moved; all earlier ones by default */
            from_versions?: number[];
            /**
             * @description When subscriptions take the newest version: at once, or at the end of their billing periods. Pending ones take it at once
             * @enum {string}
             */
            at: "now" | "period_end";
        };
        PlanMigrationFailure: {
            /**
             * Format: uuid
             * @description Id of the subscription
             */
            subscription_id: string;
            /** @description Stable code in snake_case */
            code: string;
            /** @description Why it was not moved */
            message: string;
        };
        PlanMigration: {
            /**
             * Format: uuid
             * @description Id of the migration
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the plan
             */
            plan_id: string;
            /**
             * Format: int64
             * @description Newest version when the migration was requested
             */
            to_version: number;
            /** @description Versions whose subscriptions are moved; all earlier ones by default */
            from_versions: number[] | null;
            /**
             * @description When subscriptions take the newest version: at once, or at the end of their billing periods. Pending ones take it at once
             * @enum {string}
             */
            at: "now" | "period_end";
            /**
             * @description Whether subscriptions remain to be processed
             * @enum {string}
             */
            status: "running" | "completed";
            /**
             * Format: int64
             * @description Subscriptions to move when the migration was requested
             */
            total: number;
            /**
             * Format: int64
             * @description Subscriptions that were moved, or are scheduled to be
             */
            moved: number;
            /**
             * Format: int64
             * @description Subscriptions that are about to leave the plan
             */
            skipped: number;
            /**
             * Format: int64
             * @description Subscriptions that could not be moved
             */
            failed: number;
            /** @description The first 100 of those that could not be moved */
            failures: components["schemas"]["PlanMigrationFailure"][];
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the last subscription was processed; null while it is running
             */
            completed_at: string | null;
        };
        CreateCoupon: {
            /**
             * Format: int64
             * @description Amount of a `fixed_amount` coupon, in the minor unit of its currency
             */
            amount_cents?: number | null;
            /** @description Percentage of a `percentage` coupon, above 0 and at most 100 */
            percentage_rate?: string | null;
            /**
             * Format: int32
             * @description Number of bills of a `recurring` coupon
             */
            frequency_duration?: number | null;
            /** @description Code by which the coupon is applied; unique in your organization */
            code: string;
            /** @description Name of the coupon as shown on invoices */
            name: string;
            /**
             * @description `fixed_amount` lowers a bill by an amount, `percentage` by a share of its fees
             * @enum {string}
             */
            coupon_type: "fixed_amount" | "percentage";
            /** @description Currency of a `fixed_amount` coupon; it lowers bills in this currency only */
            currency?: string | null;
            /**
             * @description `once`: a fixed amount until it is used up, over several bills if need be; a percentage on one bill. `recurring`: in full on `frequency_duration` bills. `forever`: in full on every bill.
             * @enum {string}
             */
            frequency: "once" | "recurring" | "forever";
            /**
             * Format: date-time
             * @description When the coupon can no longer be applied. Earlier applications continue.
             */
            expiration_at?: string | null;
            /**
             * @description Whether a customer may get the coupon more than once
             * @default true
             */
            reusable?: boolean;
            /** @description Codes of the plans whose fees and charges the coupon lowers; empty: not limited to plans */
            plan_codes?: string[];
            /** @description Codes of the metrics whose charges the coupon lowers; empty: not limited to metrics */
            billable_metric_codes?: string[];
        };
        Coupon: {
            /**
             * Format: uuid
             * @description Id of the coupon
             */
            id: string;
            /** @description Code by which the coupon is applied; unique in your organization */
            code: string;
            /** @description Name of the coupon as shown on invoices */
            name: string;
            /**
             * @description `fixed_amount` lowers a bill by an amount, `percentage` by a share of its fees
             * @enum {string}
             */
            coupon_type: "fixed_amount" | "percentage";
            /**
             * Format: int64
             * @description Amount of a `fixed_amount` coupon, in the minor unit of its currency
             */
            amount_cents: number | null;
            /** @description Currency of a `fixed_amount` coupon; it lowers bills in this currency only */
            currency: string | null;
            /** @description Percentage of a `percentage` coupon, above 0 and at most 100 */
            percentage_rate: string | null;
            /**
             * @description `once`: a fixed amount until it is used up, over several bills if need be; a percentage on one bill. `recurring`: in full on `frequency_duration` bills. `forever`: in full on every bill.
             * @enum {string}
             */
            frequency: "once" | "recurring" | "forever";
            /**
             * Format: int64
             * @description Number of bills of a `recurring` coupon
             */
            frequency_duration: number | null;
            /**
             * Format: date-time
             * @description When the coupon can no longer be applied. Earlier applications continue.
             */
            expiration_at: string | null;
            /** @description Whether a customer may get the coupon more than once */
            reusable: boolean;
            /** @description Codes of the plans whose fees and charges the coupon lowers; empty: not limited to plans */
            plan_codes: string[];
            /** @description Codes of the metrics whose charges the coupon lowers; empty: not limited to metrics */
            billable_metric_codes: string[];
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        UpdateCoupon: {
            /**
             * Format: int64
             * @description Amount of a `fixed_amount` coupon, in the minor unit of its currency
             */
            amount_cents?: number | null;
            /** @description Percentage of a `percentage` coupon, above 0 and at most 100 */
            percentage_rate?: string | null;
            /**
             * Format: int32
             * @description Number of bills of a `recurring` coupon
             */
            frequency_duration?: number | null;
            /** @description Name of the coupon as shown on invoices */
            name?: string;
            /**
             * @description `fixed_amount` lowers a bill by an amount, `percentage` by a share of its fees
             * @enum {string}
             */
            coupon_type?: "fixed_amount" | "percentage";
            /** @description Currency of a `fixed_amount` coupon; it lowers bills in this currency only */
            currency?: string | null;
            /**
             * @description `once`: a fixed amount until it is used up, over several bills if need be; a percentage on one bill. `recurring`: in full on `frequency_duration` bills. `forever`: in full on every bill.
             * @enum {string}
             */
            frequency?: "once" | "recurring" | "forever";
            /**
             * Format: date-time
             * @description When the coupon can no longer be applied. Earlier applications continue.
             */
            expiration_at?: string | null;
            /**
             * @description Whether a customer may get the coupon more than once
             * @default true
             */
            reusable?: boolean;
            /** @description Codes of the plans whose fees and charges the coupon lowers; empty: not limited to plans */
            plan_codes?: string[];
            /** @description Codes of the metrics whose charges the coupon lowers; empty: not limited to metrics */
            billable_metric_codes?: string[];
        };
        ApplyCoupon: {
            /**
             * Format: int64
             * @description Amount of a `fixed_amount` coupon, in the minor unit of its currency
             */
            amount_cents?: number | null;
            /** @description Percentage of a `percentage` coupon, above 0 and at most 100 */
            percentage_rate?: string | null;
            /**
             * @description `once`: a fixed amount until it is used up, over several bills if need be; a percentage on one bill. `recurring`: in full on `frequency_duration` bills. `forever`: in full on every bill.
             * @enum {string}
             */
            frequency?: "once" | "recurring" | "forever";
            /**
             * Format: int32
             * @description Number of bills of a `recurring` coupon
             */
            frequency_duration?: number | null;
            /** @description Code of the coupon to apply */
            coupon_code: string;
        };
        AppliedCoupon: {
            /**
             * Format: uuid
             * @description Id of the applied coupon
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the coupon
             */
            coupon_id: string;
            /** @description Code by which the coupon is applied; unique in your organization */
            code: string;
            /**
             * Format: uuid
             * @description Id of the customer
             */
            customer_id: string;
            /**
             * @description `exhausted`: nothing is left of it; `ended`: ended by a call, or with its coupon
             * @enum {string}
             */
            status: "active" | "exhausted" | "ended";
            /**
             * @description `fixed_amount` lowers a bill by an amount, `percentage` by a share of its fees
             * @enum {string}
             */
            coupon_type: "fixed_amount" | "percentage";
            /**
             * Format: int64
             * @description Amount of a `fixed_amount` coupon, in the minor unit of its currency
             */
            amount_cents: number | null;
            /** @description Currency of a `fixed_amount` coupon; it lowers bills in this currency only */
            currency: string | null;
            /** @description Percentage of a `percentage` coupon, above 0 and at most 100 */
            percentage_rate: string | null;
            /**
             * Format: int64
             * @description Amount left of a fixed amount that is given `once`; null for every other coupon
             */
            amount_remaining_cents: number | null;
            /**
             * @description `once`: a fixed amount until it is used up, over several bills if need be; a percentage on one bill. `recurring`: in full on `frequency_duration` bills. `forever`: in full on every bill.
             * @enum {string}
             */
            frequency: "once" | "recurring" | "forever";
            /**
             * Format: int64
             * @description Number of bills left of a `recurring` coupon; null for every other one
             */
            frequency_duration_remaining: number | null;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was ended
             */
            ended_at: string | null;
        };
        CreditNoteItemInput: {
            /**
             * Format: uuid
             * @description Id of a fee of the invoice
             */
            fee_id: string;
            /**
             * Format: int64
             * @description Amount to credit, before taxes and at most what is left of the net amount of the fee, in the minor unit
             */
            amount_cents: number;
        };
        CreateCreditNote: {
            /**
             * Format: uuid
             * @description Id of the invoice; give this or invoice_number
             */
            invoice_id?: string;
            /** @description Instead of invoice_id: your own key of the invoice */
            invoice_number?: string;
            /**
             * @description Reason for the credit note
             * @enum {string}
             */
            reason: "duplicated_charge" | "product_unsatisfactory" | "order_change" | "order_cancellation" | "fraudulent_charge" | "other";
            /** @description Your own description */
            description?: string | null;
            /** @description The fees to credit; 1 to 1000. Taxes are added at the rates of the fee */
            items: components["schemas"]["CreditNoteItemInput"][];
            /**
             * Format: int64
             * @description Credit for later invoices. The whole total if none of the three amounts is given
             */
            credit_amount_cents?: number;
            /**
             * Format: int64
             * @description Refund to the customer: at most what was paid on the invoice and not refunded
             */
            refund_amount_cents?: number;
            /**
             * Format: int64
             * @description Offset against the same invoice: at most what is due on it
             */
            offset_amount_cents?: number;
            /**
             * @description Finalizes the note at once; otherwise it is a draft
             * @default false
             */
            finalize?: boolean;
            /**
             * @description `provider`: orders the refund through them. With `finalize`; needs `refunds:write`
             * @enum {string}
             */
            refund?: "provider";
        };
        CreditNoteItem: {
            /**
             * Format: uuid
             * @description Id of the item
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of a fee of the invoice
             */
            fee_id: string;
            /**
             * Format: int64
             * @description Amount to credit, before taxes and at most what is left of the net amount of the fee, in the minor unit
             */
            amount_cents: number;
            /**
             * Format: int64
             * @description Taxes on the amount, in the minor unit
             */
            taxes_amount_cents: number;
        };
        CreditNote: {
            /**
             * Format: uuid
             * @description Id of the credit note
             */
            id: string;
            /** @description Number of the invoice with the sequence of the note; null while the invoice is a draft */
            number: string | null;
            /**
             * Format: uuid
             * @description Id of the invoice
             */
            invoice_id: string;
            /**
             * Format: uuid
             * @description Id of the customer of the invoice
             */
            customer_id: string;
            /**
             * @description Status; the credit of a finalized note can be used. A note on a draft invoice is a draft until the invoice is final
             * @enum {string}
             */
            status: "draft" | "finalized" | "voided";
            /**
             * @description Reason for the credit note
             * @enum {string}
             */
            reason: "duplicated_charge" | "product_unsatisfactory" | "order_change" | "order_cancellation" | "fraudulent_charge" | "other";
            /** @description Your own description */
            description: string | null;
            /** @description Currency of the invoice */
            currency: string;
            /** @description The credited fees */
            items: components["schemas"]["CreditNoteItem"][];
            /**
             * Format: int64
             * @description Credit for later invoices
             */
            credit_amount_cents: number;
            /**
             * Format: int64
             * @description Refund to the customer: at most what was paid on the invoice and not refunded
             */
            refund_amount_cents: number;
            /**
             * Format: int64
             * @description Offset against the same invoice: at most what is due on it
             */
            offset_amount_cents: number;
            /**
             * Format: int64
             * @description What payments have refunded for the note
             */
            refunded_amount_cents: number;
            /**
             * @description `pending` until payments have refunded the refund amount, then `succeeded`; `failed` when a provider reports that the refund failed. Null without a refund, and for a draft
             * @enum {string|null}
             */
            refund_status: "pending" | "succeeded" | "failed" | null;
            /**
             * Format: int64
             * @description Credit that invoices can still use; 0 unless the note is finalized
             */
            balance_amount_cents: number;
            /**
             * Format: int64
             * @description Sum of the taxes of the items
             */
            taxes_amount_cents: number;
            /**
             * Format: int64
             * @description Sum of the items with their taxes
             */
            total_amount_cents: number;
            /**
             * Format: date
             * @description Local day on which the note was finalized, in the time zone of the invoice; null for a draft
             */
            issuing_date: string | null;
            /** @description SHA-256 of the PDF of the final document, in hex; null on drafts, and until the document is rendered */
            document_sha256: string | null;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the note was finalized; null for a draft
             */
            finalized_at: string | null;
            /**
             * Format: date-time
             * @description When the note was voided; null otherwise
             */
            voided_at: string | null;
        };
        FinalizeCreditNote: {
            /**
             * @description Orders the refund through the providers that took the money
             * @enum {string}
             */
            refund?: "provider";
        };
        AutoTopUpInput: {
            /** @description Credits; a balance below them begins a top-up */
            below: string;
            /** @description Credits that a top-up buys */
            credits: string;
            /**
             * Format: int32
             * @description Most top-ups of a calendar month
             */
            max_per_month: number;
        };
        RecurringGrantInput: {
            /**
             * @description Length of a period
             * @enum {string}
             */
            interval: "weekly" | "monthly" | "quarterly" | "yearly";
            /** @description Free credits of a period */
            credits?: string | null;
            /** @description Instead of `credits`: the balance to fill up to */
            target_credits?: string | null;
            /**
             * Format: date-time
             * @description When the first period begins; by default at once
             */
            starts_at?: string | null;
            /**
             * Format: date-time
             * @description No period begins then or later
             */
            ends_at?: string | null;
        };
        CreateWallet: {
            /**
             * Format: uuid
             * @description Id of the customer; give this or external_customer_id
             */
            customer_id?: string;
            /** @description Instead of customer_id: your own key of the customer */
            external_customer_id?: string;
            /** @description Name of the wallet */
            name?: string | null;
            /** @description Your own id for the wallet; unique among the customer's active wallets */
            code?: string | null;
            /** @description Only invoices in this currency use the wallet; it must be that of the customer, if that has one */
            currency: string;
            /** @description Value of a credit, in major units of the currency */
            rate_amount: string;
            /**
             * Format: int32
             * @description Invoices use wallets with a lower priority first; with equal priority, the oldest
             * @default 50
             */
            priority?: number;
            /**
             * Format: date-time
             * @description When the balance is voided and the wallet terminated; null for never
             */
            expiration_at?: string | null;
            /** @description Sells credits by itself when the balance falls below a limit; null: never */
            auto_top_up?: components["schemas"]["AutoTopUpInput"] | null;
            /** @description Free credits of every period, at most 5 grants. An update with them replaces all; one that is repeated goes on */
            recurring_grants?: components["schemas"]["RecurringGrantInput"][];
            /** @description Credits that the customer has paid for, recorded as received; at most 5 decimals; worth credits x rate_amount, rounded half up to the minor unit */
            paid_credits?: string;
            /** @description Free credits; at most 5 decimals; worth credits x rate_amount, rounded half up to the minor unit */
            granted_credits?: string;
        };
        AutoTopUp: {
            /** @description Credits; a balance below them begins a top-up */
            below: string;
            /** @description Credits that a top-up buys */
            credits: string;
            /**
             * Format: int64
             * @description Most top-ups of a calendar month
             */
            max_per_month: number;
        };
        RecurringGrant: {
            /**
             * Format: uuid
             * @description Id of the recurring grant
             */
            id: string;
            /**
             * @description Length of a period
             * @enum {string}
             */
            interval: "weekly" | "monthly" | "quarterly" | "yearly";
            /** @description Free credits of a period */
            credits: string | null;
            /** @description Instead of `credits`: the balance to fill up to */
            target_credits: string | null;
            /**
             * Format: date-time
             * @description When the first period begins; by default at once
             */
            starts_at: string;
            /**
             * Format: date-time
             * @description No period begins then or later
             */
            ends_at: string | null;
            /**
             * Format: date-time
             * @description When the next period begins
             */
            next_at: string | null;
        };
        Wallet: {
            /**
             * Format: uuid
             * @description Id of the wallet
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the customer
             */
            customer_id: string;
            /** @description Name of the wallet */
            name: string | null;
            /** @description Your own id for the wallet; unique among the customer's active wallets */
            code: string | null;
            /** @description Only invoices in this currency use the wallet; it must be that of the customer, if that has one */
            currency: string;
            /** @description Value of a credit, in major units of the currency */
            rate_amount: string;
            /**
             * Format: int64
             * @description Invoices use wallets with a lower priority first; with equal priority, the oldest
             */
            priority: number;
            /**
             * Format: date-time
             * @description When the balance is voided and the wallet terminated; null for never
             */
            expiration_at: string | null;
            /** @description Sells credits by itself when the balance falls below a limit; null: never */
            auto_top_up: components["schemas"]["AutoTopUp"] | null;
            /** @description Free credits of every period, at most 5 grants. An update with them replaces all; one that is repeated goes on */
            recurring_grants: components["schemas"]["RecurringGrant"][];
            /**
             * @description Whether the wallet can be used
             * @enum {string}
             */
            status: "active" | "terminated";
            /** @description Credits of the wallet: the sum of its transactions */
            credits_balance: string;
            /**
             * Format: int64
             * @description Balance of the wallet in the minor unit: the sum of its transactions
             */
            balance_cents: number;
            /** @description Credits that invoices have used, less those that voided invoices gave back */
            consumed_credits: string;
            /**
             * Format: int64
             * @description Amount that invoices have used, less what voided invoices gave back, in the minor unit
             */
            consumed_amount_cents: number;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was terminated; null while it is active
             */
            terminated_at: string | null;
        };
        UpdateWallet: {
            /** @description Name of the wallet */
            name?: string | null;
            /**
             * Format: int32
             * @description Invoices use wallets with a lower priority first; with equal priority, the oldest
             * @default 50
             */
            priority?: number;
            /**
             * Format: date-time
             * @description When the balance is voided and the wallet terminated; null for never
             */
            expiration_at?: string | null;
            /** @description Sells credits by itself when the balance falls below a limit; null: never */
            auto_top_up?: components["schemas"]["AutoTopUpInput"] | null;
            /** @description Free credits of every period, at most 5 grants. An update with them replaces all; one that is repeated goes on */
            recurring_grants?: components["schemas"]["RecurringGrantInput"][];
        };
        TopUpWallet: {
            /** @description Credits to add; at most 5 decimals; worth credits x rate_amount, rounded half up to the minor unit */
            credits: string;
            /**
             * @description `paid`: the customer has paid for the credits, recorded as received; `granted`: free credits
             * @enum {string}
             */
            source: "paid" | "granted";
            /**
             * @description Whether the credits are sold by an invoice and added once it is paid; only with `paid`
             * @default false
             */
            collect?: boolean;
        };
        ToppedUpWallet: {
            /**
             * Format: uuid
             * @description Id of the wallet
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the customer
             */
            customer_id: string;
            /** @description Name of the wallet */
            name: string | null;
            /** @description Your own id for the wallet; unique among the customer's active wallets */
            code: string | null;
            /** @description Only invoices in this currency use the wallet; it must be that of the customer, if that has one */
            currency: string;
            /** @description Value of a credit, in major units of the currency */
            rate_amount: string;
            /**
             * Format: int64
             * @description Invoices use wallets with a lower priority first; with equal priority, the oldest
             */
            priority: number;
            /**
             * Format: date-time
             * @description When the balance is voided and the wallet terminated; null for never
             */
            expiration_at: string | null;
            /** @description Sells credits by itself when the balance falls below a limit; null: never */
            auto_top_up: components["schemas"]["AutoTopUp"] | null;
            /** @description Free credits of every period, at most 5 grants. An update with them replaces all; one that is repeated goes on */
            recurring_grants: components["schemas"]["RecurringGrant"][];
            /**
             * @description Whether the wallet can be used
             * @enum {string}
             */
            status: "active" | "terminated";
            /** @description Credits of the wallet: the sum of its transactions */
            credits_balance: string;
            /**
             * Format: int64
             * @description Balance of the wallet in the minor unit: the sum of its transactions
             */
            balance_cents: number;
            /** @description Credits that invoices have used, less those that voided invoices gave back */
            consumed_credits: string;
            /**
             * Format: int64
             * @description Amount that invoices have used, less what voided invoices gave back, in the minor unit
             */
            consumed_amount_cents: number;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was terminated; null while it is active
             */
            terminated_at: string | null;
            /**
             * Format: uuid
             * @description Id of the invoice that adds the credits once it is paid; null without `collect`
             */
            top_up_invoice_id: string | null;
        };
        WalletTopUp: {
            /**
             * Format: uuid
             * @description Id of the top-up
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the wallet
             */
            wallet_id: string;
            /**
             * Format: uuid
             * @description Id of the invoice that sells the credits
             */
            invoice_id: string;
            /** @description Credits that are sold */
            credits: string;
            /**
             * Format: int64
             * @description Price in the minor unit
             */
            amount_cents: number;
            /**
             * @description `pending`: not paid yet; `granted`: paid and added; `canceled`: its invoice was voided; `undelivered`: paid after the wallet had ended
             * @enum {string}
             */
            status: "pending" | "granted" | "canceled" | "undelivered";
            /**
             * Format: int64
             * @description Worth of the credits that refunds took back
             */
            taken_back_cents: number;
            /**
             * Format: int64
             * @description Worth of refunded credits that were spent
             */
            not_taken_back_cents: number;
            /** @description Whether `auto_top_up` began it */
            automatic: boolean;
            /** @description Whether a person has to act: refund an `undelivered` one */
            needs_review: boolean;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        WalletTransaction: {
            /**
             * Format: uuid
             * @description Id of the transaction
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the wallet
             */
            wallet_id: string;
            /**
             * Format: int64
             * @description Number of the transaction in its wallet, from 1, without gaps
             */
            sequence: number;
            /**
             * @description Whether credits go into the wallet or out of it
             * @enum {string}
             */
            transaction_type: "inbound" | "outbound";
            /**
             * @description What happened to the credits
             * @enum {string}
             */
            transaction_status: "purchased" | "granted" | "invoiced" | "voided";
            /**
             * @description Cause of the transaction: a `paid` or `granted` top-up, an `invoice` that used credits, a `voided_invoice` that gave them back, the `termination` or `expiration` of the wallet
             * @enum {string}
             */
            source: "paid" | "granted" | "invoice" | "voided_invoice" | "termination" | "expiration" | "refund";
            /** @description Number of credits; the type gives the direction */
            credits: string;
            /**
             * Format: int64
             * @description Value of the credits in the minor unit
             */
            amount_cents: number;
            /**
             * Format: int64
             * @description Balance after the transaction, in the minor unit
             */
            balance_after_cents: number;
            /** @description Currency of the wallet */
            currency: string;
            /**
             * Format: uuid
             * @description Id of the invoice that used the credits, gave them back or sold them; null otherwise
             */
            invoice_id: string | null;
            /**
             * Format: date-time
             * @description When the transaction was recorded
             */
            created_at: string;
        };
        NotificationResult: {
            /**
             * @description Status of the notification; of several in one body: `processed` if any of them was
             * @enum {string}
             */
            status: "received" | "processed" | "ignored" | "failed" | "held";
            /** @description Event kind of the provider; null for a body with several events */
            event_type: string | null;
            /** @description Why the webhook had no effect, or less than expected; absent otherwise */
            reason?: string;
        };
        /**
         * @description The payment provider that reports on the payment
         * @enum {string}
         */
        PaymentProvider: string;
        CreatePayment: {
            /**
             * Format: uuid
             * @description Id of the invoice that is paid; give this or invoice_number
             */
            invoice_id?: string | null;
            /** @description Instead of invoice_id: your own key of the invoice */
            invoice_number?: string;
            /**
             * Format: uuid
             * @description Id of the payment request that is paid, instead of an invoice
             */
            payment_request_id?: string | null;
            /** @description Type of what is paid: `invoice`, `payment_request`, or a type that this installation adds */
            target_type?: string | null;
            /**
             * Format: uuid
             * @description Id of what is paid; with `target_type`, instead of `invoice_id` or `payment_request_id`
             */
            target_id?: string | null;
            /** @description Currency of the payment; if sent, it must be the currency of what is paid */
            currency?: string;
            /** @description Your own reference, e.g. from the bank statement */
            reference?: string | null;
            /** @description Your own key-value pairs */
            metadata?: {
                [key: string]: string;
            };
            /** @description The payment provider that reports on the payment */
            provider: components["schemas"]["PaymentProvider"];
            /** @description Id of the payment at the provider */
            provider_payment_id?: string | null;
            /** @description Id of the checkout at the provider */
            provider_checkout_id?: string | null;
            /**
             * Format: int64
             * @description Expected amount in the minor unit of the currency; at most the amount due, which is the default
             */
            amount_cents?: number;
        };
        Payment: {
            /**
             * Format: uuid
             * @description Id of the payment
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the invoice that is paid
             */
            invoice_id: string | null;
            /**
             * Format: uuid
             * @description Id of the payment request that is paid, instead of an invoice
             */
            payment_request_id: string | null;
            /** @description Type of what is paid: `invoice`, `payment_request`, or a type that this installation adds */
            target_type: string;
            /**
             * Format: uuid
             * @description Id of what is paid
             */
            target_id: string;
            /**
             * Format: uuid
             * @description Id of the customer who pays
             */
            customer_id: string;
            /**
             * Format: int64
             * @description Expected amount in the minor unit of the currency; after success, the received amount
             */
            amount_cents: number;
            /** @description ISO 4217 code; the currency of what is paid */
            currency: string;
            /** @description The payment provider that reports on the payment */
            provider: components["schemas"]["PaymentProvider"];
            /** @description Id of the payment at the provider */
            provider_payment_id: string | null;
            /** @description Id of the checkout at the provider */
            provider_checkout_id: string | null;
            /**
             * @description Status of the payment; a payment reversed after success is `failed`
             * @enum {string}
             */
            status: "pending" | "processing" | "succeeded" | "failed" | "canceled" | "refunded";
            /**
             * Format: int64
             * @description Refunded amount in the minor unit of the currency
             */
            refunded_amount_cents: number;
            /**
             * Format: int64
             * @description Taken back by disputes over a part, in the minor unit of the currency
             */
            reversed_amount_cents: number;
            /**
             * Format: int64
             * @description What arrived beyond the amount due, in the minor unit of the currency
             */
            surplus_amount_cents: number;
            /**
             * @description What became of the surplus: `none` is refunded by itself; a refund is `pending`, has `succeeded`, or has `failed` and needs a person
             * @enum {string}
             */
            surplus_refund_status: "none" | "pending" | "succeeded" | "failed";
            /** @description Whether a person has to decide what becomes of money of this payment */
            needs_review: boolean;
            /** @description Why the payment failed */
            failure_reason: string | null;
            /** @description Your own reference, e.g. from the bank statement */
            reference: string | null;
            /** @description Your own key-value pairs */
            metadata: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When the payment succeeded, failed or was canceled
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When the payment was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the payment last changed
             */
            updated_at: string;
        };
        RecordPayment: {
            /**
             * Format: uuid
             * @description Id of the invoice that is paid; give this or invoice_number
             */
            invoice_id?: string | null;
            /** @description Instead of invoice_id: your own key of the invoice */
            invoice_number?: string;
            /**
             * Format: uuid
             * @description Id of the payment request that is paid, instead of an invoice
             */
            payment_request_id?: string | null;
            /** @description Type of what is paid: `invoice`, `payment_request`, or a type that this installation adds */
            target_type?: string | null;
            /**
             * Format: uuid
             * @description Id of what is paid; with `target_type`, instead of `invoice_id` or `payment_request_id`
             */
            target_id?: string | null;
            /** @description Currency of the payment; if sent, it must be the currency of what is paid */
            currency?: string;
            /** @description Your own reference, e.g. from the bank statement */
            reference?: string | null;
            /** @description Your own key-value pairs */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: int64
             * @description Received amount in the minor unit of the currency; at most the amount due
             */
            amount_cents: number;
        };
        RefundPayment: {
            /**
             * Format: int64
             * @description Refunded amount in the minor unit of the currency; default: everything that is left, of the credit note if one is named
             */
            amount_cents?: number;
            /**
             * Format: uuid
             * @description Id of the credit note whose refund this is: finalized, and of an invoice that the payment paid. What credit notes will refund cannot be refunded without naming them
             */
            credit_note_id?: string | null;
        };
        OrderRefund: {
            /**
             * Format: int64
             * @description What goes back, in the minor unit of the currency; default: everything that is left
             */
            amount_cents?: number;
            /**
             * Format: uuid
             * @description Id of the finalized credit note that it is for
             */
            credit_note_id?: string | null;
        };
        Refund: {
            /**
             * Format: uuid
             * @description Id of the refund
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the payment whose money goes back
             */
            payment_id: string;
            /** @description The provider through which the money goes back */
            provider: string;
            /**
             * Format: int64
             * @description What goes back, in the minor unit of the currency
             */
            amount_cents: number;
            /** @description ISO 4217 code */
            currency: string;
            /**
             * @description `surplus`: money that was not due; `request`: by `POST /v1/payments/{id}/refunds`; `credit_note`
             * @enum {string}
             */
            reason: "surplus" | "request" | "credit_note";
            /**
             * Format: uuid
             * @description Id of the credit note that it is for
             */
            credit_note_id: string | null;
            /**
             * @description `created`: not sent yet; `pending` at the provider; `unknown`: the answer was lost
             * @enum {string}
             */
            status: "created" | "pending" | "succeeded" | "failed" | "unknown";
            /** @description Id of the refund at the provider */
            provider_refund_id: string | null;
            /** @description Code of the refusal */
            failure_code: string | null;
            /** @description Why it failed */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        Dispute: {
            /**
             * Format: uuid
             * @description Id of the dispute
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the payment
             */
            payment_id: string;
            /**
             * Format: uuid
             * @description Id of the customer
             */
            customer_id: string;
            /** @description Name of the provider */
            provider: string;
            /** @description Id at the provider: of the dispute, or of the payment where disputes have none */
            provider_dispute_id: string;
            /**
             * Format: int64
             * @description In the minor unit of the currency
             */
            amount_cents: number;
            /** @description ISO 4217 code */
            currency: string;
            /** @description The provider's word */
            reason: string | null;
            /**
             * @description `won`: the money stays; `lost`: it went back
             * @enum {string}
             */
            status: "needs_response" | "under_review" | "won" | "lost";
            /**
             * Format: date-time
             * @description Until when the provider takes evidence
             */
            respond_by: string | null;
            /**
             * Format: date-time
             * @description When it was won or lost
             */
            closed_at: string | null;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        PaymentProviderConnection: {
            /**
             * Format: uuid
             * @description Id of the connection
             */
            id: string;
            /** @description The payment provider */
            provider: components["schemas"]["PaymentProvider"];
            /** @description The URL to configure at the provider for its webhooks. Identifies this connection; not a secret. In production without PUBLIC_URL only the path */
            webhook_url: string;
            /** @description Id of your account at the provider (Stripe Connect `account`, Razorpay `account_id`, GoCardless organisation, Dodo `business_id`). Identifies your organization when a webhook arrives without `?connection=` */
            provider_account_id: string | null;
            /**
             * @description `live`, or `test` for the test environment of the provider. Where the credentials themselves tell it, as those of Stripe and Razorpay do, both are the same
             * @enum {string}
             */
            environment: "live" | "test";
            /** @description Whether there are credentials to collect money with */
            credentials_set: boolean;
            /**
             * @description What the provider last said to the credentials: `connected`; `rejected`; `unavailable`: it did not answer; `unchecked`: there are none
             * @enum {string}
             */
            connection_state: "connected" | "rejected" | "unavailable" | "unchecked";
            /**
             * Format: date-time
             * @description When the state was found out
             */
            connection_checked_at: string | null;
            /** @description Why the state is not `connected` */
            connection_error: string | null;
            /**
             * Format: date-time
             * @description Until when the previous secret still verifies; null when there is none
             */
            previous_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @description When the connection was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the connection last changed
             */
            updated_at: string;
        };
        PutPaymentProviderConnection: {
            /** @description The secret with which the provider signs its webhooks; required for a new connection. Never returned */
            webhook_secret?: string;
            /** @description With what money is collected; null removes them. Stripe: `secret_key`; GoCardless: `access_token`; Razorpay: `key_id` and `key_secret`; Dodo Payments: `api_key` and `product_id`. Never returned */
            credentials?: {
                [key: string]: string;
            } | null;
            /**
             * @description `live`, or `test` for the test environment of the provider. Where the credentials themselves tell it, as those of Stripe and Razorpay do, both are the same
             * @default live
             * @enum {string}
             */
            environment?: "live" | "test";
            /**
             * Format: date-time
             * @description Until when the previous secret still verifies. Default: 24 hours from now, for Razorpay 15 days; a time in the past ends it immediately
             */
            previous_secret_expires_at?: string;
            /** @description Id of your account at the provider (Stripe Connect `account`, Razorpay `account_id`, GoCardless organisation, Dodo `business_id`). Identifies your organization when a webhook arrives without `?connection=` */
            provider_account_id?: string | null;
        };
        ProviderNotification: {
            /**
             * Format: uuid
             * @description Id of the notification
             */
            id: string;
            /** @description The payment provider */
            provider: components["schemas"]["PaymentProvider"];
            /** @description Id of the event at the provider; without one, `sha256:` and the hash of the body */
            event_id: string;
            /** @description Event kind of the provider */
            event_type: string | null;
            /**
             * Format: date-time
             * @description When the event happened, by the clock of the provider
             */
            occurred_at: string | null;
            /**
             * @description `processed`: it changed a payment; `ignored`: it had no effect; `failed`: it could not be parsed or applied; `held`: it waits until its payment succeeds; `received`: one of many in one body, processed within seconds
             * @enum {string}
             */
            status: "received" | "processed" | "ignored" | "failed" | "held";
            /** @description Why the notification had no effect, or less than expected */
            reason: string | null;
            /** @description What the notification changed */
            effect: string | null;
            /** @description Whether a person should look at it */
            needs_review: boolean;
            /**
             * Format: uuid
             * @description Id of the payment that the notification is about
             */
            payment_id: string | null;
            /**
             * Format: date-time
             * @description When the notification was received
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the notification was last processed
             */
            updated_at: string;
        };
        ProviderCall: {
            /**
             * Format: uuid
             * @description Id of the call
             */
            id: string;
            /** @description The payment provider */
            provider: components["schemas"]["PaymentProvider"];
            /**
             * Format: uuid
             * @description Id of the collection that the call belongs to; null for others, such as the check of a connection
             */
            collection_id: string | null;
            /** @description HTTP method */
            method: string;
            /** @description Path and query, below the provider's host */
            path: string;
            /** @description Body of the request, without secrets, card data and personal data; at most 16,000 characters */
            request: string | null;
            /**
             * @description `answered`; `lost`: no complete answer came, and the request may have had its effect; `unsent`: no connection could be established; `pending`: no answer is recorded
             * @enum {string}
             */
            outcome: "pending" | "answered" | "lost" | "unsent";
            /**
             * Format: int64
             * @description HTTP status of the answer
             */
            status: number | null;
            /** @description Body of the answer, as that of the request */
            response: string | null;
            /** @description Why there is no complete answer */
            reason: string | null;
            /**
             * Format: int64
             * @description Time to the answer in milliseconds
             */
            duration_ms: number | null;
            /**
             * Format: date-time
             * @description When the request was sent
             */
            created_at: string;
        };
        Collection: {
            /**
             * Format: uuid
             * @description Id of the collection
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the invoice that is collected
             */
            invoice_id: string | null;
            /**
             * Format: uuid
             * @description Id of the payment request that is collected, instead of an invoice
             */
            payment_request_id: string | null;
            /**
             * Format: uuid
             * @description Id of the customer
             */
            customer_id: string;
            /**
             * @description `link`: a page of the provider on which the payer pays; `charge`: of a saved method
             * @enum {string}
             */
            kind: "link" | "charge";
            /** @description The provider that collects */
            provider: string;
            /**
             * Format: int64
             * @description What is collected, in the minor unit of the currency
             */
            amount_cents: number;
            /** @description ISO 4217 code */
            currency: string;
            /**
             * @description `created`: not sent yet; `open`: the payer can pay; `processing`: money is on its way, or `requires_action`; `failed`: the last try was declined; `unknown`: the answer was lost
             * @enum {string}
             */
            status: "created" | "open" | "processing" | "succeeded" | "failed" | "canceled" | "unknown";
            /** @description Whether the payer has to authenticate before the money moves */
            requires_action: boolean;
            /** @description The page of this service on which the payer pays or authenticates; null when nothing is left to do */
            action_url: string | null;
            /**
             * Format: date-time
             * @description When the provider’s page behind it ends
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Since when it can take no money any more, because the provider said so
             */
            dead_at: string | null;
            /** @description Id of the object at the provider */
            provider_object_id: string | null;
            /**
             * Format: uuid
             * @description Id of the payment, once the provider reported money
             */
            payment_id: string | null;
            /** @description Code of the failure: the provider’s, or `provider_rejected` */
            failure_code: string | null;
            /** @description Why it failed */
            failure_reason: string | null;
            /**
             * Format: int64
             * @description Number within its target, from 1
             */
            attempt_number: number;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        Checkout: {
            /** @description The provider whose page it is; by default the only one that is connected for collecting */
            provider?: string;
            /** @description Where the payer goes after paying */
            success_url: string;
            /** @description Where the payer goes without paying */
            cancel_url: string;
        };
        CheckoutResponse: {
            /**
             * Format: uuid
             * @description Id of the collection
             */
            collection_id: string;
            /** @description The page of this service on which the payer pays, always the same for what is paid */
            url: string;
            /**
             * Format: date-time
             * @description When the provider’s page behind it ends; ours then makes another
             */
            expires_at: string | null;
        };
        SetupPaymentMethod: {
            /** @description The provider whose page it is; by default the only one that is connected for collecting */
            provider?: string;
            /** @description Where the payer goes after paying */
            success_url: string;
            /** @description Where the payer goes without paying */
            cancel_url: string;
            /** @description The currency in which the method will be charged; by default the customer’s */
            currency?: string;
        };
        PaymentMethodSetup: {
            /**
             * Format: uuid
             * @description Id of the setup
             */
            id: string;
            /** @description The page on which the customer saves a method */
            url: string;
            /**
             * Format: date-time
             * @description When the page ends, by the provider
             */
            expires_at: string | null;
        };
        PaymentMethod: {
            /**
             * Format: uuid
             * @description Id of the payment method
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the customer
             */
            customer_id: string;
            /** @description The provider that keeps it */
            provider: string;
            /** @description `card`, `bank_debit`, or the provider’s name of the type */
            type: string;
            /** @description What people recognize */
            label: string;
            /** @description When it expires */
            expires_on: string | null;
            /** @description Whether it can be charged: not expired, not revoked */
            is_usable: boolean;
            /** @description Whether automatic collection charges it */
            is_default: boolean;
            /** @description Id of the method at the provider */
            provider_method_id: string;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        ProviderCustomer: {
            /**
             * Format: uuid
             * @description Id of the mapping
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the customer
             */
            customer_id: string;
            /** @description The provider that keeps it */
            provider: string;
            /** @description Id of the customer at the provider */
            provider_customer_id: string;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        PutProviderCustomer: {
            /** @description Id of the customer at the provider */
            provider_customer_id: string;
        };
        OrganizationCollectionSettings: {
            /**
             * Format: uuid
             * @description Id of the subject
             */
            id: string;
            /**
             * @description `automatic`: invoices are charged by themselves; `manual`; null: as the subscription’s, then the customer’s, then the organization’s, whose default is `manual`
             * @enum {string|null}
             */
            collection_method: "automatic" | "manual" | null;
            /**
             * @description When an invoice is charged: as it becomes final (`issue`), or as its due date begins, the default
             * @enum {string|null}
             */
            charge_at: "issue" | "due_date" | null;
        };
        PutOrganizationCollectionSettings: {
            /**
             * @description `automatic`: invoices are charged by themselves; `manual`; null: as the subscription’s, then the customer’s, then the organization’s, whose default is `manual`
             * @enum {string|null}
             */
            collection_method: "automatic" | "manual" | null;
            /**
             * @description When an invoice is charged: as it becomes final (`issue`), or as its due date begins, the default
             * @enum {string|null}
             */
            charge_at?: "issue" | "due_date" | null;
        };
        CollectionSettings: {
            /**
             * Format: uuid
             * @description Id of the subject
             */
            id: string;
            /**
             * @description `automatic`: invoices are charged by themselves; `manual`; null: as the subscription’s, then the customer’s, then the organization’s, whose default is `manual`
             * @enum {string|null}
             */
            collection_method: "automatic" | "manual" | null;
        };
        PutCollectionSettings: {
            /**
             * @description `automatic`: invoices are charged by themselves; `manual`; null: as the subscription’s, then the customer’s, then the organization’s, whose default is `manual`
             * @enum {string|null}
             */
            collection_method: "automatic" | "manual" | null;
        };
        InvoiceCollectionSettings: {
            /**
             * Format: uuid
             * @description Id of the subject
             */
            id: string;
            /**
             * @description `automatic`: invoices are charged by themselves; `manual`; null: as the subscription’s, then the customer’s, then the organization’s, whose default is `manual`
             * @enum {string|null}
             */
            collection_method: "automatic" | "manual" | null;
            /**
             * @description `waiting` for `next_charge_at`; `charging`; `stopped`, because a person has to act; null: nothing is charged by itself
             * @enum {string|null}
             */
            automatic_status: "waiting" | "charging" | "stopped" | null;
            /**
             * Format: date-time
             * @description When it is charged next
             */
            next_charge_at: string | null;
            /**
             * Format: int64
             * @description Charges that were begun
             */
            charge_attempts: number;
            /** @description Why it stopped */
            stopped_reason: string | null;
        };
        CreateCampaignThreshold: {
            /** @description Currency of the overdue amount */
            currency: string;
            /**
             * Format: int64
             * @description Overdue amount from which payment is requested, in the minor unit of the currency
             */
            amount_cents: number;
        };
        CreateDunningCampaign: {
            /** @description Your own identifier of the campaign; unique in your organization */
            code: string;
            /** @description Name of the campaign */
            name: string;
            /** @description Your own note */
            description?: string | null;
            /**
             * @description An inactive campaign creates no payment requests; existing ones run on. Assigned to a customer, it suppresses the default campaign, too
             * @default active
             * @enum {string}
             */
            status?: "active" | "inactive";
            /**
             * Format: int32
             * @description Payments attempted before a payment request fails
             */
            max_attempts: number;
            /**
             * Format: int32
             * @description Days between attempts, in the customer's time zone
             */
            days_between_attempts: number;
            /** @description Overdue amount per currency that triggers dunning */
            thresholds: components["schemas"]["CreateCampaignThreshold"][];
            /**
             * @description Whether it applies to every customer without a campaign of its own. Only one campaign is the default
             * @default false
             */
            applied_to_organization?: boolean;
        };
        CampaignThreshold: {
            /** @description Currency of the overdue amount */
            currency: string;
            /**
             * Format: int64
             * @description Overdue amount from which payment is requested, in the minor unit of the currency
             */
            amount_cents: number;
        };
        DunningCampaign: {
            /**
             * Format: uuid
             * @description Id of the campaign
             */
            id: string;
            /** @description Your own identifier of the campaign; unique in your organization */
            code: string;
            /** @description Name of the campaign */
            name: string;
            /** @description Your own note */
            description: string | null;
            /**
             * @description An inactive campaign creates no payment requests; existing ones run on. Assigned to a customer, it suppresses the default campaign, too
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * Format: int64
             * @description Payments attempted before a payment request fails
             */
            max_attempts: number;
            /**
             * Format: int64
             * @description Days between attempts, in the customer's time zone
             */
            days_between_attempts: number;
            /** @description Overdue amount per currency that triggers dunning */
            thresholds: components["schemas"]["CampaignThreshold"][];
            /** @description Whether it applies to every customer without a campaign of its own. Only one campaign is the default */
            applied_to_organization: boolean;
            /**
             * Format: date-time
             * @description When the campaign was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the campaign last changed
             */
            updated_at: string;
        };
        UpdateDunningCampaign: {
            /** @description Name of the campaign */
            name?: string;
            /** @description Your own note */
            description?: string | null;
            /**
             * @description An inactive campaign creates no payment requests; existing ones run on. Assigned to a customer, it suppresses the default campaign, too
             * @default active
             * @enum {string}
             */
            status?: "active" | "inactive";
            /**
             * Format: int32
             * @description Payments attempted before a payment request fails
             */
            max_attempts?: number;
            /**
             * Format: int32
             * @description Days between attempts, in the customer's time zone
             */
            days_between_attempts?: number;
            /** @description Overdue amount per currency that triggers dunning */
            thresholds?: components["schemas"]["CreateCampaignThreshold"][];
            /**
             * @description Whether it applies to every customer without a campaign of its own. Only one campaign is the default
             * @default false
             */
            applied_to_organization?: boolean;
        };
        CustomerDunningCampaign: {
            /**
             * Format: uuid
             * @description Id of the customer
             */
            customer_id: string;
            /**
             * Format: uuid
             * @description Id of the customer's own campaign; null when the default of the organization applies
             */
            dunning_campaign_id: string | null;
        };
        AssignDunningCampaign: {
            /**
             * Format: uuid
             * @description Id of the customer's own campaign; null when the default of the organization applies; give this or dunning_campaign_code
             */
            dunning_campaign_id?: string | null;
            /** @description Instead of dunning_campaign_id: your own key of the dunning campaign */
            dunning_campaign_code?: string;
        };
        CreatePaymentRequest: {
            /**
             * Format: uuid
             * @description Id of the customer; give this or external_customer_id
             */
            customer_id?: string;
            /** @description Instead of customer_id: your own key of the customer */
            external_customer_id?: string;
            /** @description Ids of finalized invoices of the customer with an amount due, all in one currency */
            invoice_ids: string[];
        };
        PaymentRequest: {
            /**
             * Format: uuid
             * @description Id of the payment request
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the customer
             */
            customer_id: string;
            /** @description Ids of its invoices, in the order in which payments are applied to them: oldest first */
            invoice_ids: string[];
            /**
             * Format: int64
             * @description Amount due when the payment request was created, in the minor unit of the currency
             */
            amount_cents: number;
            /**
             * Format: int64
             * @description Amount paid by payments of this request, in the minor unit of the currency
             */
            amount_paid_cents: number;
            /** @description Currency of its invoices */
            currency: string;
            /**
             * @description `pending` while the payment request is open; `succeeded` when nothing is due any more; `failed` after the last attempt, or when all its invoices were voided
             * @enum {string}
             */
            payment_status: "pending" | "succeeded" | "failed";
            /**
             * Format: int64
             * @description Number of payments that the campaign has attempted
             */
            payment_attempts: number;
            /**
             * Format: date-time
             * @description When the campaign attempts the next payment; null when no attempt follows
             */
            next_attempt_at: string | null;
            /**
             * Format: uuid
             * @description Id of the campaign that created it; null when created by hand or by batch
             */
            dunning_campaign_id: string | null;
            /**
             * Format: date-time
             * @description When the payment request was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the payment request last changed
             */
            updated_at: string;
        };
        FailedPaymentRequest: {
            /**
             * Format: uuid
             * @description Id of the payment request
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the customer
             */
            customer_id: string;
            /** @description Ids of its invoices, in the order in which payments are applied to them: oldest first */
            invoice_ids: string[];
            /**
             * Format: int64
             * @description Amount due when the payment request was created, in the minor unit of the currency
             */
            amount_cents: number;
            /**
             * Format: int64
             * @description Amount paid by payments of this request, in the minor unit of the currency
             */
            amount_paid_cents: number;
            /** @description Currency of its invoices */
            currency: string;
            /**
             * @description `pending` while the payment request is open; `succeeded` when nothing is due any more; `failed` after the last attempt, or when all its invoices were voided
             * @enum {string}
             */
            payment_status: "pending" | "succeeded" | "failed";
            /**
             * Format: int64
             * @description Number of payments that the campaign has attempted
             */
            payment_attempts: number;
            /**
             * Format: date-time
             * @description When the campaign attempts the next payment; null when no attempt follows
             */
            next_attempt_at: string | null;
            /**
             * Format: uuid
             * @description Id of the campaign that created it; null when created by hand or by batch
             */
            dunning_campaign_id: string | null;
            /**
             * Format: date-time
             * @description When the payment request was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the payment request last changed
             */
            updated_at: string;
            /** @description Whether this was the last attempt, so that the payment request has failed */
            final: boolean;
        };
        CreateDocumentLink: {
            /**
             * Format: int32
             * @description Seconds until the link expires: a minute to 366 days
             * @default 2592000
             */
            expires_in?: number;
        };
        DocumentLink: {
            /** @description The link, which is shown only now: HTML; with `/document.pdf` behind it, PDF. A path if the service has no PUBLIC_URL in production */
            url: string;
            /**
             * Format: date-time
             * @description When it expires
             */
            expires_at: string;
        };
        Logo: {
            /**
             * @description What the image is, by its bytes
             * @enum {string|null}
             */
            content_type: "image/png" | "image/jpeg" | null;
            /** @description The image in base64 */
            content: string | null;
            /**
             * Format: date-time
             * @description When it was set
             */
            set_at: string | null;
        };
        SetLogo: {
            /** @description The image in base64: PNG or JPEG, at most 256 KB, at most 2048 pixels wide and high and 1,048,576 in all */
            content: string;
        };
        EmailSettings: {
            /** @description Whether the operator has set up a mail server: without one, nothing is sent */
            available: boolean;
            /** @description Whether each invoice is sent to its customer when it becomes final */
            send_invoices: boolean;
            /** @description Whether a receipt is sent for each payment of an invoice or payment request that succeeds */
            send_receipts: boolean;
            /** @description Whether each credit note is sent to its customer when it becomes final */
            send_credit_notes: boolean;
            /** @description Whether each payment request is sent to its customer when it is created */
            send_payment_requests: boolean;
            /**
             * Format: email
             * @description Address for replies; null: that of the sender, which the operator sets
             */
            reply_to: string | null;
            /** @description Name of the sender; null: the name of the organization on documents */
            sender_name: string | null;
            /**
             * @description Language of all e-mails; null: that of each customer
             * @enum {string|null}
             */
            locale: "de" | "en" | "es" | "fr" | null;
        };
        UpdateEmailSettings: {
            /** @description Whether each invoice is sent to its customer when it becomes final */
            send_invoices?: boolean;
            /** @description Whether a receipt is sent for each payment of an invoice or payment request that succeeds */
            send_receipts?: boolean;
            /** @description Whether each credit note is sent to its customer when it becomes final */
            send_credit_notes?: boolean;
            /** @description Whether each payment request is sent to its customer when it is created */
            send_payment_requests?: boolean;
            /**
             * Format: email
             * @description Address for replies; null: that of the sender, which the operator sets
             */
            reply_to?: string | null;
            /** @description Name of the sender; null: the name of the organization on documents */
            sender_name?: string | null;
            /**
             * @description Language of all e-mails; null: that of each customer
             * @enum {string|null}
             */
            locale?: "de" | "en" | "es" | "fr" | null;
        };
        Email: {
            /**
             * Format: uuid
             * @description Id of the e-mail
             */
            id: string;
            /**
             * @description What the e-mail is about
             * @enum {string}
             */
            kind: "invoice" | "receipt" | "credit_note" | "payment_request";
            /**
             * @description `sent`: the mail server has accepted it; `bounced`: it refused it for good; `failed`: after 72 hours of attempts; `canceled`: its cause was voided, or the customer erased
             * @enum {string}
             */
            state: "pending" | "sent" | "bounced" | "failed" | "canceled";
            /** @description Whether an event caused it; otherwise, a request */
            automatic: boolean;
            /**
             * Format: uuid
             * @description Id of the customer whom it concerns
             */
            customer_id: string;
            /**
             * Format: uuid
             * @description Id of the invoice that it concerns
             */
            invoice_id: string | null;
            /**
             * Format: uuid
             * @description Id of the credit note that it is about
             */
            credit_note_id: string | null;
            /**
             * Format: uuid
             * @description Id of the payment of a receipt
             */
            payment_id: string | null;
            /**
             * Format: uuid
             * @description Id of the payment request that it is about, or that a receipt is for
             */
            payment_request_id: string | null;
            /** @description Address of the recipient; null once the customer is erased */
            to: string | null;
            /**
             * @description Language
             * @enum {string}
             */
            locale: "de" | "en" | "es" | "fr";
            /** @description Subject; null before the first attempt */
            subject: string | null;
            /** @description Message-ID, the same in every attempt; null before the first one */
            message_id: string | null;
            /**
             * Format: int64
             * @description Number of attempts that have begun
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When the next attempt begins; null when none follows
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When the last attempt began
             */
            last_attempt_at: string | null;
            /** @description Why the last attempt failed; null if it succeeded */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When it was sent, bounced, failed or canceled
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        SendEmail: {
            /**
             * Format: email
             * @description Address to send it to; that of the customer by default
             */
            to?: string;
        };
        CreatePortalLink: {
            /**
             * Format: int32
             * @description Seconds until the link expires: a minute to 7 days
             * @default 3600
             */
            expires_in?: number;
        };
        PortalLink: {
            /** @description The link, which is shown only now */
            url: string;
            /**
             * Format: date-time
             * @description When it expires
             */
            expires_at: string;
        };
        InvoiceAnalytics: {
            /**
             * Format: date
             * @description The day, in UTC
             */
            date: string;
            /** @description Currency of the invoices */
            currency: string;
            /**
             * Format: int64
             * @description Invoices that became final
             */
            finalized: number;
            /**
             * Format: int64
             * @description Sum of their totals
             */
            finalized_amount_cents: number;
            /**
             * Format: int64
             * @description Invoices on which nothing is due any more since that day
             */
            paid: number;
            /**
             * Format: int64
             * @description Sum of their totals
             */
            paid_amount_cents: number;
            /**
             * Format: int64
             * @description Invoices that were voided
             */
            voided: number;
            /**
             * Format: int64
             * @description Sum of their totals
             */
            voided_amount_cents: number;
        };
        MrrAnalytics: {
            /**
             * Format: date
             * @description The day, in UTC
             */
            date: string;
            /** @description Currency of the plans */
            currency: string;
            /**
             * Format: int64
             * @description Active subscriptions at the end of the day
             */
            subscriptions: number;
            /**
             * Format: int64
             * @description Their plan fees as an amount per month
             */
            mrr_cents: number;
        };
        /** @enum {string} */
        EventKind: "invoice.created" | "invoice.finalized" | "invoice.paid" | "invoice.voided" | "payment.created" | "payment.succeeded" | "payment.failed" | "subscription.created" | "subscription.started" | "subscription.plan_changed" | "subscription.trial_ended" | "subscription.canceled" | "subscription.terminated" | "customer.created" | "customer.updated" | "credit_note.created" | "credit_note.finalized" | "wallet.created" | "wallet.terminated" | "wallet.transaction.created" | "usage_threshold.crossed" | "payment_request.created" | "payment_request.payment_succeeded" | "payment_request.payment_failed" | "dispute.created" | "dispute.updated" | "dispute.closed" | "refund.created" | "refund.succeeded" | "refund.failed" | "collection.created" | "collection.action_required" | "collection.succeeded" | "collection.failed" | "collection.canceled" | "payment_method.created" | "payment_method.updated" | "payment_method.deleted" | "coupon.applied" | "coupon.exhausted" | "webhook_endpoint.disabled" | "webhook_endpoint.test";
        /** @enum {string} */
        EventObjectType: "invoice" | "payment" | "subscription" | "customer" | "credit_note" | "wallet" | "wallet_transaction" | "usage_threshold" | "payment_request" | "dispute" | "refund" | "collection" | "payment_method" | "applied_coupon" | "webhook_endpoint";
        Delivery: {
            /**
             * Format: uuid
             * @description Id of the delivery, sent as X-Svc-Webhook-Id and webhook-id
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the endpoint
             */
            webhook_endpoint_id: string;
            /** @description Event type */
            webhook_type: components["schemas"]["EventKind"];
            /** @description Type of the object that the event is about */
            object_type: components["schemas"]["EventObjectType"];
            /**
             * Format: uuid
             * @description Id of the object
             */
            object_id: string;
            /** @description Delivery body */
            payload: Omit<components["schemas"]["WebhookEvent"], "webhook_type">;
            /**
             * @description `pending` until a 2xx response or until the retries are used up
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /**
             * Format: int64
             * @description Number of retries so far
             */
            retries: number;
            /**
             * Format: int64
             * @description Maximum number of automatic retries
             */
            max_retries: number;
            /**
             * Format: date-time
             * @description When the last retry started
             */
            last_retried_at: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is due; the retry task starts it within 5 minutes
             */
            next_attempt_at: string | null;
            /**
             * Format: int64
             * @description HTTP status of the last response; null without a response
             */
            http_status: number | null;
            /** @description First 1,000 characters of the last response body */
            response: string | null;
            /** @description Why the last attempt failed, or why there was none */
            error_message: string | null;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        DeliveryAttempt: {
            /**
             * Format: uuid
             * @description Id of the attempt
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the delivery
             */
            webhook_id: string;
            /**
             * Format: int64
             * @description Number of the attempt, from 1 without gaps
             */
            attempt_number: number;
            /**
             * Format: int64
             * @description HTTP status of the response; null without a response
             */
            http_status: number | null;
            /** @description First 1,000 characters of the response body */
            response_body: string | null;
            /** @description Whether the response was 2xx */
            success: boolean;
            /** @description A failure class, then a sentence. Classes: timeout, dns_error, connection_refused, connection_reset, tls_error, blocked_address, http_status, outcome_unknown, signing_failed, internal_error */
            error_message: string | null;
            /**
             * Format: date-time
             * @description When the attempt started
             */
            attempted_at: string;
            /**
             * Format: int64
             * @description Milliseconds from the start to the outcome; null if the worker was lost
             */
            duration_ms: number | null;
            /** @description Headers of the request, by name in lower case, without secrets; null if none was made */
            request_headers: {
                [key: string]: string;
            } | null;
            /** @description Headers of the response, without secrets; after a success the first 512 characters. Null without a response */
            response_headers: {
                [key: string]: string;
            } | null;
        };
        DeliveryStats: {
            /**
             * Format: uuid
             * @description Id of the endpoint
             */
            endpoint_id: string;
            /**
             * Format: int64
             * @description Number of deliveries, including pending ones
             */
            total: number;
            /**
             * Format: int64
             * @description Number of successful deliveries
             */
            succeeded: number;
            /**
             * Format: int64
             * @description Number of deliveries that have failed for good
             */
            failed: number;
            /** @description succeeded / total x 100 with one decimal; 0 without deliveries */
            success_rate: number;
        };
        TestWebhookEndpoint: {
            /**
             * @description Sends a sample of this event type; without it, a `webhook_endpoint.test` event
             * @enum {string}
             */
            webhook_type?: "invoice.created" | "invoice.finalized" | "invoice.paid" | "invoice.voided" | "payment.created" | "payment.succeeded" | "payment.failed" | "subscription.created" | "subscription.started" | "subscription.plan_changed" | "subscription.trial_ended" | "subscription.canceled" | "subscription.terminated" | "customer.created" | "customer.updated" | "credit_note.created" | "credit_note.finalized" | "wallet.created" | "wallet.terminated" | "wallet.transaction.created" | "usage_threshold.crossed" | "payment_request.created" | "payment_request.payment_succeeded" | "payment_request.payment_failed" | "dispute.created" | "dispute.updated" | "dispute.closed" | "refund.created" | "refund.succeeded" | "refund.failed" | "collection.created" | "collection.action_required" | "collection.succeeded" | "collection.failed" | "collection.canceled" | "payment_method.created" | "payment_method.updated" | "payment_method.deleted" | "coupon.applied" | "coupon.exhausted" | "webhook_endpoint.disabled" | "webhook_endpoint.test";
        };
        InboxRequest: {
            /**
             * Format: uuid
             * @description Id of the request
             */
            id: string;
            /**
             * Format: int64
             * @description Number of the request among those of the inbox, from 1 without gaps
             */
            sequence: number;
            /**
             * Format: uuid
             * @description Id of the delivery
             */
            webhook_id: string;
            /** @description Event type */
            webhook_type: string;
            /** @description Headers of the request, signatures included, by name in lower case */
            headers: {
                [key: string]: string;
            };
            /** @description Body of the request, byte for byte: signatures are verified over it */
            body: string;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
        };
        RecoverWebhookEndpoint: {
            /**
             * Format: date-time
             * @description Deliveries created at or after this time
             */
            since: string;
            /**
             * Format: date-time
             * @description Deliveries created before this time; by default all until now
             */
            until?: string;
        };
        WebhookRecovery: {
            /**
             * Format: uuid
             * @description Id of the recovery
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the endpoint
             */
            webhook_endpoint_id: string;
            /**
             * Format: date-time
             * @description Deliveries created at or after this time
             */
            since: string;
            /**
             * Format: date-time
             * @description Deliveries created before this time; by default all until now
             */
            until: string;
            /**
             * @description Whether deliveries remain to be retried
             * @enum {string}
             */
            status: "running" | "completed" | "canceled";
            /**
             * Format: int64
             * @description Failed deliveries of the span when the recovery was requested
             */
            total: number;
            /**
             * Format: int64
             * @description Deliveries queued again so far; less than `total` at the end if others retried some meanwhile
             */
            retried: number;
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was completed or canceled; null while it is running
             */
            ended_at: string | null;
        };
        DeliveryAnalytics: {
            /**
             * Format: date
             * @description The day, in UTC
             */
            date: string;
            /**
             * Format: int64
             * @description Deliveries created on the day that succeeded
             */
            succeeded: number;
            /**
             * Format: int64
             * @description Deliveries created on the day that failed
             */
            failed: number;
        };
        EventType: {
            /** @description Event type */
            webhook_type: string;
            /** @description Type of the object that the event is about */
            object_type: string;
            /** @description When the event occurs */
            description: string;
            /** @description JSON schema of the delivery body */
            schema: {
                [key: string]: unknown;
            };
        };
        CreateWebhookEndpoint: {
            /** @description URL that deliveries are sent to, absolute http or https; or `inbox`, which keeps them in the service to be read */
            url: string;
            /**
             * @description Signature algorithm, sent as X-Svc-Signature-Algorithm
             * @default hmac
             * @enum {string}
             */
            signature_algo?: "hmac";
            /**
             * @description An inactive endpoint receives no new deliveries, and queued ones wait
             * @default active
             * @enum {string}
             */
            status?: "active" | "inactive";
            /** @description Your own note */
            description?: string | null;
            /**
             * @description Event types or groups (`invoice.*`) to receive; empty means all
             * @default []
             */
            event_types?: string[];
        };
        CreatedWebhookEndpoint: {
            /**
             * Format: uuid
             * @description Id of the endpoint
             */
            id: string;
            /** @description URL that deliveries are sent to, absolute http or https; or `inbox`, which keeps them in the service to be read */
            url: string;
            /**
             * @description Signature algorithm, sent as X-Svc-Signature-Algorithm
             * @enum {string}
             */
            signature_algo: "hmac";
            /**
             * @description An inactive endpoint receives no new deliveries, and queued ones wait
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description Why the service has made it `inactive`; null if it has not */
            disabled_reason: string | null;
            /** @description Your own note */
            description: string | null;
            /** @description Event types or groups (`invoice.*`) to receive; empty means all */
            event_types: string[];
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /** @description Signing secret; other reads omit it, `GET .../secret` reveals it */
            secret: string;
        };
        WebhookEndpoint: {
            /**
             * Format: uuid
             * @description Id of the endpoint
             */
            id: string;
            /** @description URL that deliveries are sent to, absolute http or https; or `inbox`, which keeps them in the service to be read */
            url: string;
            /**
             * @description Signature algorithm, sent as X-Svc-Signature-Algorithm
             * @enum {string}
             */
            signature_algo: "hmac";
            /**
             * @description An inactive endpoint receives no new deliveries, and queued ones wait
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description Why the service has made it `inactive`; null if it has not */
            disabled_reason: string | null;
            /** @description Your own note */
            description: string | null;
            /** @description Event types or groups (`invoice.*`) to receive; empty means all */
            event_types: string[];
            /**
             * Format: date-time
             * @description When it was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        UpdateWebhookEndpoint: {
            /** @description URL that deliveries are sent to, absolute http or https; or `inbox`, which keeps them in the service to be read */
            url?: string;
            /**
             * @description Signature algorithm, sent as X-Svc-Signature-Algorithm
             * @enum {string}
             */
            signature_algo?: "hmac";
            /**
             * @description An inactive endpoint receives no new deliveries, and queued ones wait
             * @enum {string}
             */
            status?: "active" | "inactive";
            /** @description Your own note */
            description?: string | null;
            /** @description Event types or groups (`invoice.*`) to receive; empty means all */
            event_types?: string[];
        };
        WebhookEndpointSecret: {
            /** @description Signing secret */
            secret: string;
            /**
             * Format: date-time
             * @description When the previous secret stops signing
             */
            previous_secret_expires_at: string | null;
        };
        RotateWebhookEndpointSecret: {
            /**
             * Format: int32
             * @description Seconds during which the old secret still signs; 0 switches immediately
             * @default 86400
             */
            overlap_seconds?: number;
        };
        ReconciliationMismatch: {
            /** @description Type of the record */
            object_type: string;
            /**
             * Format: uuid
             * @description Id of the record
             */
            object_id: string;
            /** @description Sum of its parts */
            expected: string;
            /** @description Value of the record */
            actual: string;
        };
        ReconciliationCheck: {
            /** @description Name of the check */
            name: string;
            /** @description What must equal what */
            description: string;
            /** @description True if there are no mismatches */
            agrees: boolean;
            /** @description Records that disagree, at most 1,000 */
            mismatches: components["schemas"]["ReconciliationMismatch"][];
        };
        Reconciliation: {
            /**
             * Format: date-time
             * @description When the checks ran
             */
            checked_at: string;
            /** @description Whether all checks agree */
            agrees: boolean;
            /** @description All checks with their results */
            checks: components["schemas"]["ReconciliationCheck"][];
        };
        /** @enum {string} */
        AuditedObjectType: "subscription" | "invoice" | "payment" | "api_key" | "organization" | "tax" | "customer" | "billable_metric" | "plan" | "credit_note" | "payment_provider" | "wallet" | "provider_notification" | "refund" | "collection" | "collection_settings" | "payment_method_setup" | "payment_method" | "provider_customer" | "applied_coupon" | "coupon" | "webhook_endpoint" | "session" | "dunning_campaign" | "payment_request" | "email" | "usage_threshold" | "webhook_delivery" | "test_clock";
        AuditEntry: {
            /**
             * Format: uuid
             * @description Id of the entry
             */
            id: string;
            /**
             * @description `api_key`; `admin`: the operator, by ADMIN_TOKEN; `anonymous`: a registration without a token; `system`: a job of the service
             * @enum {string}
             */
            actor_type: "api_key" | "admin" | "anonymous" | "system";
            /**
             * Format: uuid
             * @description Id of the API key that made the request
             */
            api_key_id: string | null;
            /** @description Beginning of that key */
            api_key_prefix: string | null;
            /** @description Name of the job that made a `system` entry */
            job: string | null;
            /** @description The operationId of this description; of a `system` entry, the event kind of the transition */
            operation: string;
            /** @description Type of the object */
            object_type: components["schemas"]["AuditedObjectType"];
            /**
             * Format: uuid
             * @description Id of the object; null for an operation on many objects
             */
            object_id: string | null;
            /** @description Names of the fields that changed, or with which the object was created; never values */
            changed_fields: string[];
            /** @description Address of the client; null for jobs */
            ip_address: string | null;
            /** @description X-Request-Id of the request; null for jobs */
            request_id: string | null;
            /**
             * Format: uuid
             * @description Session of the dashboard by which the key was used; null for a request with the key itself
             */
            session_id: string | null;
            /**
             * Format: date-time
             * @description When it happened
             */
            created_at: string;
        };
        FieldError: {
            /** @description Path of the field, separated by dots */
            field: string;
            /** @description Stable error code */
            code: string;
            /** @description Explanation in one sentence */
            message: string;
        };
        Problem: {
            /** @description Identifies the kind of problem */
            type: string;
            /** @description Short name of the problem */
            title: string;
            /**
             * Format: int64
             * @description HTTP status
             */
            status: number;
            /** @description Explanation in one sentence */
            detail: string;
            /**
             * @description Stable error code
             * @enum {string}
             */
            code: "malformed_json" | "malformed_request" | "mail_not_configured" | "invalid_state" | "provider_rejected" | "collection_in_flight" | "provider_not_connected" | "unauthorized" | "insufficient_scope" | "organization_suspended" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "idempotency_in_progress" | "link_expired" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "organization_moved" | "validation_failed" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal_error" | "overloaded" | "organization_arriving" | "service_unavailable";
            /** @description Id of the request; include it when you report a problem */
            request_id: string;
            /** @description With 422: the invalid fields */
            errors?: components["schemas"]["FieldError"][];
            /** @description With 421: the cell that serves the organization */
            location?: string;
        };
        EventEnvelope: {
            /**
             * Format: uuid
             * @description Id of the event, the same for all endpoints
             */
            id: string;
            /** @description Kind of the event */
            webhook_type: components["schemas"]["EventKind"];
            /** @description Type of the object, which is also the name of its field */
            object_type: components["schemas"]["EventObjectType"];
            /**
             * Format: uuid
             * @description Id of the object
             */
            object_id: string;
            /**
             * Format: uuid
             * @description Id of the organization
             */
            organization_id: string;
            /**
             * Format: date-time
             * @description Time of the event
             */
            created_at: string;
            /**
             * Format: int64
             * @description Number of this event among the events of the object, from 1 without gaps
             */
            sequence: number;
            /** @description Fields that changed, for updates */
            changed?: string[];
            /** @description Present, and true, in samples: nothing has happened */
            sample?: boolean;
        };
        CrossingPeriod: {
            /**
             * Format: date-time
             * @description Start of the billing period, inclusive
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the billing period, exclusive
             */
            to: string;
        };
        UsageThresholdCrossing: {
            /**
             * Format: uuid
             * @description ID of the subscription whose usage crossed the threshold
             */
            subscription_id: string;
            /** @description Your own ID of the subscription */
            external_subscription_id: string;
            /**
             * Format: uuid
             * @description ID of its customer
             */
            customer_id: string;
            /** @description Billing period of the usage */
            period: components["schemas"]["CrossingPeriod"];
            /** @description Currency of the amounts */
            currency: string;
            /**
             * Format: int64
             * @description Usage amount of the billing period at the crossing
             */
            usage_amount_cents: number;
            /**
             * Format: int64
             * @description Which multiple of the amount was crossed; 1 unless the threshold is recurring
             */
            multiple: number;
            /**
             * Format: int64
             * @description The amount that was crossed: multiple x amount_cents
             */
            crossed_amount_cents: number;
            /**
             * Format: date-time
             * @description When the crossing was recorded
             */
            crossed_at: string;
        };
        InvoiceCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "invoice.created";
            /** @constant */
            object_type: "invoice";
            invoice: components["schemas"]["Invoice"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "invoice.created";
        };
        InvoiceFinalizedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "invoice.finalized";
            /** @constant */
            object_type: "invoice";
            invoice: components["schemas"]["Invoice"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "invoice.finalized";
        };
        InvoicePaidEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "invoice.paid";
            /** @constant */
            object_type: "invoice";
            invoice: components["schemas"]["Invoice"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "invoice.paid";
        };
        InvoiceVoidedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "invoice.voided";
            /** @constant */
            object_type: "invoice";
            invoice: components["schemas"]["Invoice"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "invoice.voided";
        };
        PaymentCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "payment.created";
            /** @constant */
            object_type: "payment";
            payment: components["schemas"]["Payment"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "payment.created";
        };
        PaymentSucceededEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "payment.succeeded";
            /** @constant */
            object_type: "payment";
            payment: components["schemas"]["Payment"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "payment.succeeded";
        };
        PaymentFailedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "payment.failed";
            /** @constant */
            object_type: "payment";
            payment: components["schemas"]["Payment"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "payment.failed";
        };
        SubscriptionCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "subscription.created";
            /** @constant */
            object_type: "subscription";
            subscription: components["schemas"]["Subscription"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "subscription.created";
        };
        SubscriptionStartedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "subscription.started";
            /** @constant */
            object_type: "subscription";
            subscription: components["schemas"]["Subscription"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "subscription.started";
        };
        SubscriptionPlanChangedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "subscription.plan_changed";
            /** @constant */
            object_type: "subscription";
            subscription: components["schemas"]["Subscription"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "subscription.plan_changed";
        };
        SubscriptionTrialEndedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "subscription.trial_ended";
            /** @constant */
            object_type: "subscription";
            subscription: components["schemas"]["Subscription"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "subscription.trial_ended";
        };
        SubscriptionCanceledEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "subscription.canceled";
            /** @constant */
            object_type: "subscription";
            subscription: components["schemas"]["Subscription"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "subscription.canceled";
        };
        SubscriptionTerminatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "subscription.terminated";
            /** @constant */
            object_type: "subscription";
            subscription: components["schemas"]["Subscription"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "subscription.terminated";
        };
        CustomerCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "customer.created";
            /** @constant */
            object_type: "customer";
            customer: components["schemas"]["Customer"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "customer.created";
        };
        CustomerUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "customer.updated";
            /** @constant */
            object_type: "customer";
            customer: components["schemas"]["Customer"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "customer.updated";
        };
        CreditNoteCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "credit_note.created";
            /** @constant */
            object_type: "credit_note";
            credit_note: components["schemas"]["CreditNote"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "credit_note.created";
        };
        CreditNoteFinalizedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "credit_note.finalized";
            /** @constant */
            object_type: "credit_note";
            credit_note: components["schemas"]["CreditNote"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "credit_note.finalized";
        };
        WalletCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "wallet.created";
            /** @constant */
            object_type: "wallet";
            wallet: components["schemas"]["Wallet"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "wallet.created";
        };
        WalletTerminatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "wallet.terminated";
            /** @constant */
            object_type: "wallet";
            wallet: components["schemas"]["Wallet"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "wallet.terminated";
        };
        WalletTransactionCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "wallet.transaction.created";
            /** @constant */
            object_type: "wallet_transaction";
            wallet_transaction: components["schemas"]["WalletTransaction"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "wallet.transaction.created";
        };
        UsageThresholdCrossedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "usage_threshold.crossed";
            /** @constant */
            object_type: "usage_threshold";
            usage_threshold: components["schemas"]["CrossedUsageThreshold"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "usage_threshold.crossed";
        };
        PaymentRequestCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "payment_request.created";
            /** @constant */
            object_type: "payment_request";
            payment_request: components["schemas"]["PaymentRequest"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "payment_request.created";
        };
        PaymentRequestPaymentSucceededEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "payment_request.payment_succeeded";
            /** @constant */
            object_type: "payment_request";
            payment_request: components["schemas"]["PaymentRequest"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "payment_request.payment_succeeded";
        };
        PaymentRequestPaymentFailedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "payment_request.payment_failed";
            /** @constant */
            object_type: "payment_request";
            payment_request: components["schemas"]["FailedPaymentRequest"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "payment_request.payment_failed";
        };
        DisputeCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "dispute.created";
            /** @constant */
            object_type: "dispute";
            dispute: components["schemas"]["Dispute"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "dispute.created";
        };
        DisputeUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "dispute.updated";
            /** @constant */
            object_type: "dispute";
            dispute: components["schemas"]["Dispute"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "dispute.updated";
        };
        DisputeClosedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "dispute.closed";
            /** @constant */
            object_type: "dispute";
            dispute: components["schemas"]["Dispute"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "dispute.closed";
        };
        RefundCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "refund.created";
            /** @constant */
            object_type: "refund";
            refund: components["schemas"]["Refund"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "refund.created";
        };
        RefundSucceededEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "refund.succeeded";
            /** @constant */
            object_type: "refund";
            refund: components["schemas"]["Refund"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "refund.succeeded";
        };
        RefundFailedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "refund.failed";
            /** @constant */
            object_type: "refund";
            refund: components["schemas"]["Refund"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "refund.failed";
        };
        CollectionCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "collection.created";
            /** @constant */
            object_type: "collection";
            collection: components["schemas"]["Collection"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "collection.created";
        };
        CollectionActionRequiredEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "collection.action_required";
            /** @constant */
            object_type: "collection";
            collection: components["schemas"]["Collection"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "collection.action_required";
        };
        CollectionSucceededEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "collection.succeeded";
            /** @constant */
            object_type: "collection";
            collection: components["schemas"]["Collection"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "collection.succeeded";
        };
        CollectionFailedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "collection.failed";
            /** @constant */
            object_type: "collection";
            collection: components["schemas"]["Collection"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "collection.failed";
        };
        CollectionCanceledEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "collection.canceled";
            /** @constant */
            object_type: "collection";
            collection: components["schemas"]["Collection"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "collection.canceled";
        };
        PaymentMethodCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "payment_method.created";
            /** @constant */
            object_type: "payment_method";
            payment_method: components["schemas"]["PaymentMethod"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "payment_method.created";
        };
        PaymentMethodUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "payment_method.updated";
            /** @constant */
            object_type: "payment_method";
            payment_method: components["schemas"]["PaymentMethod"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "payment_method.updated";
        };
        PaymentMethodDeletedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "payment_method.deleted";
            /** @constant */
            object_type: "payment_method";
            payment_method: components["schemas"]["PaymentMethod"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "payment_method.deleted";
        };
        CouponAppliedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "coupon.applied";
            /** @constant */
            object_type: "applied_coupon";
            applied_coupon: components["schemas"]["AppliedCoupon"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "coupon.applied";
        };
        CouponExhaustedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "coupon.exhausted";
            /** @constant */
            object_type: "applied_coupon";
            applied_coupon: components["schemas"]["AppliedCoupon"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "coupon.exhausted";
        };
        WebhookEndpointDisabledEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "webhook_endpoint.disabled";
            /** @constant */
            object_type: "webhook_endpoint";
            webhook_endpoint: components["schemas"]["WebhookEndpoint"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "webhook_endpoint.disabled";
        };
        WebhookEndpointTestEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            webhook_type: "webhook_endpoint.test";
            /** @constant */
            object_type: "webhook_endpoint";
            webhook_endpoint: components["schemas"]["WebhookEndpoint"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            webhook_type: "webhook_endpoint.test";
        };
        /** @description The body of any delivery; `webhook_type` says which */
        WebhookEvent: components["schemas"]["InvoiceCreatedEvent"] | components["schemas"]["InvoiceFinalizedEvent"] | components["schemas"]["InvoicePaidEvent"] | components["schemas"]["InvoiceVoidedEvent"] | components["schemas"]["PaymentCreatedEvent"] | components["schemas"]["PaymentSucceededEvent"] | components["schemas"]["PaymentFailedEvent"] | components["schemas"]["SubscriptionCreatedEvent"] | components["schemas"]["SubscriptionStartedEvent"] | components["schemas"]["SubscriptionPlanChangedEvent"] | components["schemas"]["SubscriptionTrialEndedEvent"] | components["schemas"]["SubscriptionCanceledEvent"] | components["schemas"]["SubscriptionTerminatedEvent"] | components["schemas"]["CustomerCreatedEvent"] | components["schemas"]["CustomerUpdatedEvent"] | components["schemas"]["CreditNoteCreatedEvent"] | components["schemas"]["CreditNoteFinalizedEvent"] | components["schemas"]["WalletCreatedEvent"] | components["schemas"]["WalletTerminatedEvent"] | components["schemas"]["WalletTransactionCreatedEvent"] | components["schemas"]["UsageThresholdCrossedEvent"] | components["schemas"]["PaymentRequestCreatedEvent"] | components["schemas"]["PaymentRequestPaymentSucceededEvent"] | components["schemas"]["PaymentRequestPaymentFailedEvent"] | components["schemas"]["DisputeCreatedEvent"] | components["schemas"]["DisputeUpdatedEvent"] | components["schemas"]["DisputeClosedEvent"] | components["schemas"]["RefundCreatedEvent"] | components["schemas"]["RefundSucceededEvent"] | components["schemas"]["RefundFailedEvent"] | components["schemas"]["CollectionCreatedEvent"] | components["schemas"]["CollectionActionRequiredEvent"] | components["schemas"]["CollectionSucceededEvent"] | components["schemas"]["CollectionFailedEvent"] | components["schemas"]["CollectionCanceledEvent"] | components["schemas"]["PaymentMethodCreatedEvent"] | components["schemas"]["PaymentMethodUpdatedEvent"] | components["schemas"]["PaymentMethodDeletedEvent"] | components["schemas"]["CouponAppliedEvent"] | components["schemas"]["CouponExhaustedEvent"] | components["schemas"]["WebhookEndpointDisabledEvent"] | components["schemas"]["WebhookEndpointTestEvent"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
