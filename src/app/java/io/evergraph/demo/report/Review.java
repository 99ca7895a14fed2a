package io.evergraph.demo.report;

/**
 * What came of a draft.
 *
 * @param round how many drafts were reviewed, this one included
 * @param accepted whether the text is given out
 * @param remarks what has to change; empty when it is accepted
 * @param text the draft, or what a person made of it
 */
record Review(int round, boolean accepted, String remarks, String text) {}
