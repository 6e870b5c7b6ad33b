/** What the requests of a call belong to. */
export interface CallSubject {
  readonly organizationId: string;
  readonly provider: string;
  readonly baseUrl: string;
  readonly collectionId: string | null;
  readonly customerId: string | null;
}
