// Sends a part of a file with sendfile(2), a turn at a time: Beast's own file_body would read and
// write 4 KiB pieces. Works on any non-blocking socket; knows neither Asio nor HTTP.
#pragma once

#include "servers/site/file_turns.hpp"
#include "servers/site/response.hpp"

namespace joust::beast {

enum class Sent {
  all,
  part,     // enough for one turn: let others have theirs
  blocked,  // the socket takes no more for now
  failed,   // the client is gone, or the file has shrunk: the connection is of no more use
};

class FileSender {
 public:
  /// `socket` must outlive it.
  FileSender(int socket, site::FileRange range);

  Sent send_some();

 private:
  int socket_;
  site::FileRange left_;
  site::FileTurns turns_;
};

}  // namespace joust::beast
