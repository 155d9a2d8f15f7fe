/** One entry of the search index: what stands below one heading. */
export interface Section {
  /** The title of its page. */
  page: string;
  /** Absent for what stands above the first heading of the page. */
  heading?: string;
  address: string;
  text: string;
}
