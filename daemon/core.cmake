# From raw edges to actions; pure. Traces and their replay stand beside it.
add_library(halo_core STATIC debounce.c worlds.c infer.c infer_alive.c infer_candidate.c guide.c
	session.c session_hands.c session_next.c session_explain.c
	session_ask.c session_quiet.c session_split.c session_read.c session_game.c session_tell.c session_turn.c session_state.c
	trace.c trace_line.c trace_event.c trace_board.c trace_print.c trace_ring.c)
target_link_libraries(halo_core PUBLIC halo_flags halo_rules)

# `halo replay`: the pure core behind a file, and its record as PGN.
add_library(halo_replay STATIC replay.c replay_print.c)
target_link_libraries(halo_replay PUBLIC halo_core PRIVATE halo_record)
