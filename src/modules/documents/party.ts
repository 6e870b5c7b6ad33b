/** The seller or the buyer of a document, as frozen with it (EN 16931, BG-4 and BG-7). */
export interface Party {
  /** The registered name, else the name; null if neither is known. */
  name: string | null;
  addressLine1: string | null;
  addressLine2: string | null;
  zipcode: string | null;
  city: string | null;
  state: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** The first is the VAT number. */
  taxIds: string[];
}

/** The seller, with the design of its documents. */
export interface Seller extends Party {
  legalText: string | null;
  /** `#rrggbb`. */
  accentColor: string;
  /** Digest of the logo; null for none. */
  logoSha256: string | null;
}

/** The details that are frozen when an invoice or a credit note becomes final; null until then. */
export interface FrozenDetails {
  seller: Seller | null;
  buyer: Party | null;
  locale: string | null;
  documentTemplate: string | null;
}

/** The details with which a document is drawn. */
export interface DocumentDetails {
  seller: Seller;
  buyer: Party;
  locale: string;
  documentTemplate: string;
}

/** Returns the frozen details; null for a draft, and for a document of an earlier version. */
export function frozenDetails(of: FrozenDetails): DocumentDetails | null {
  const { seller, buyer, locale, documentTemplate } = of;
  const isFrozen = seller !== null && buyer !== null && locale !== null && documentTemplate !== null;
  return isFrozen ? { seller, buyer, locale, documentTemplate } : null;
}

export const NOTHING_FROZEN: FrozenDetails = {
  seller: null,
  buyer: null,
  locale: null,
  documentTemplate: null,
};
