/** The payment provider's customer portal. */
export interface BillingPortal {
  /**
   * Open a session for the customer with this checkout e-mail.
   *
   * @param returnUrl where the portal leads back to.
   * @returns address of the session, a secret of that customer.
   * @throws EvidenceError `NOT_FOUND` when the provider knows no such customer, `BILLING_UNAVAILABLE`.
   */
  openSession(email: string, returnUrl: string): Promise<string>;
}
