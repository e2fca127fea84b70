/** Id of the organisation that setup makes: there is one first organisation, and its admins make the others. */
export const firstOrganisationId = "00000000-0000-7000-8000-000000000001";
