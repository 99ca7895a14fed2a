/** What stands beside the endpoints in an application of somebody else. */
@NullMarked
package com.example.neighbour;

import org.jspecify.annotations.NullMarked;
